import { KitError } from '../../harness/model/kit-error.js';
import type { AdapterSections } from './grammar/adapter-file.js';
import { sectionsOf } from './grammar/variants.js';

/** The sections with the create of that variant in place of the file's own. Throws `BAD_USAGE` where it has none such. */
export function varied(sections: AdapterSections, name: string, file: string): AdapterSections {
  const variant = Object.hasOwn(sections.variants, name) ? sections.variants[name] : undefined;
  if (variant !== undefined) {
    return { ...sections, ...sectionsOf(variant), name: `${sections.name} (${name})` };
  }
  const known = Object.keys(sections.variants);
  throw new KitError('BAD_USAGE', {
    happened: `${file} has no variant "${name}".`,
    expected: known.length === 0 ? 'no variant, as the file names none' : `one of ${known.join(', ')}`,
    next: 'leave out --variant, or describe it in the section variants',
  });
}

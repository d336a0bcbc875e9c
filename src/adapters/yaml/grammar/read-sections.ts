import { refuseEnvironmentOutsideTarget } from '../reading/environment-references.js';
import { openDocument } from '../reading/document.js';
import { placeBelow, readMembers } from '../reading/groups.js';
import { bad } from '../reading/shape.js';
import { adapterFields, type AdapterSections } from './adapter-file.js';
import { checkSections } from './checks.js';

/** Reads an adapter file's text into its sections. Throws BAD_FILE with all that is wrong, twenty problems at most. */
export function readSections(text: string, file: string): AdapterSections {
  const document = openDocument(text, file);
  const read = readMembers(adapterFields, 'an adapter file', document.root);
  if (read !== bad) {
    refuseEnvironmentOutsideTarget(document.root);
    checkSections(read.members, (path, trouble) => {
      placeBelow(document.root, path).report(trouble);
    });
  }
  document.finish();
  if (read === bad || !read.sound) throw new Error('A file that is not sound has a problem.');
  return read.members as AdapterSections;
}

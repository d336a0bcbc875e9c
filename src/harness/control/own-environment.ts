/** What a command needs to find its programs and its places; everything else stays with the kit. */
const inherited = ['PATH', 'HOME', 'TMPDIR'];

/** The environment of a command that the kit runs: what was asked for, and no secret of the kit's own. */
export function ownEnvironment(asked: Readonly<Record<string, string>>): Record<string, string> {
  const own = inherited.flatMap((name): [string, string][] => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  return { ...Object.fromEntries(own), ...asked };
}

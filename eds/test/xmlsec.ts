import { spawnSync } from 'node:child_process';

/** xmlsec1 is a judge of our XML signatures that knows nothing of us. Where it is not installed its tests are skipped. */
export const hasXmlsec = spawnSync('xmlsec1', ['--version']).status === 0;
export const WITHOUT_XMLSEC = 'needs the xmlsec1 command';

/** Arguments one by one or in groups; answers what it printed, or throws with it. */
export function xmlsec(...args: (string | readonly string[])[]): string {
  const said = spawnSync('xmlsec1', args.flat(), { encoding: 'utf8' });
  if (said.status !== 0) throw new Error(said.stderr);
  return said.stdout + said.stderr;
}

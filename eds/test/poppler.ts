import { spawnSync } from 'node:child_process';

/** Poppler reads PDF knowing nothing of us. Where it is not installed its tests are skipped. */
export const hasPoppler = spawnSync('pdfdetach', ['-v']).error === undefined;
export const WITHOUT_POPPLER = 'needs the pdfdetach command';

/** What it says of the files inside a PDF. */
export function listByPoppler(path: string): string {
  return spawnSync('pdfdetach', ['-list', path], { encoding: 'utf8' }).stdout;
}

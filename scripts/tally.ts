import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** What a run of tests came to; written by a reporter, read by `npm test`, which adds them all up. */
export interface Tally {
  passed: number;
  failed: number;
  /** Those of the failed that have a name. Printed last, since of a long run often only the end is kept. */
  failures?: string[];
  /** A skipped test is named with its reason, so that nobody takes it for a passed one. */
  skipped: { name: string; reason: string }[];
  /** Failed at first and passed then: counted as passed, and named, since it will have to be looked at. */
  unsteady?: string[];
}

/** What failed, with the beginning of what it said: of a first try the second leaves nothing else. */
export function nameFailure(name: string, error: { message?: string } | undefined): string {
  const said = stripVTControlCharacters(error?.message ?? '').replace(/\s+/g, ' ');
  return `${name}: ${said.slice(0, 400).trim() || 'it said nothing'}`;
}

export function writeTally(tally: Tally): void {
  const file = process.env.TALLY_FILE;
  if (file) writeFileSync(file, JSON.stringify(tally));
}

/** Null when the run broke down before its reporter could write. The file is removed. */
export function takeTally(file: string): Tally | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Tally;
  } catch {
    return null;
  } finally {
    rmSync(file, { force: true });
  }
}

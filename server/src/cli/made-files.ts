import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes each file, by its path from the root; with `--check` it only says which are not current, and fails. */
export function writeMade(files: Record<string, () => string>, command: string): void {
  for (const [path, text] of Object.entries(files)) {
    const target = new URL(`../../../${path}`, import.meta.url);
    if (!process.argv.includes('--check')) writeFileSync(target, text());
    else if (!existsSync(target) || readFileSync(target, 'utf8') !== text()) {
      console.error(`${path} is not what the contract says; run "${command}".`);
      process.exitCode = 1;
    }
  }
}

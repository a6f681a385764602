// The budgets of all screens: what a first visit loads, by the list that the build writes (`web/build/page-files.ts`).
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { PageFiles } from '../web/build/page-files.ts';
import { readScreens, type BuiltScreen } from '../web/build/screen-table.ts';
import { buildWebIfChanged } from './build-web.mjs';
import { root } from './node-24.mjs';

/** At most so many KB (1024 bytes) of scripts, compressed by Brotli, in so many files, style sheets included. */
type Budget = readonly [kb: number, files: number];

/** A new screen has the budget of its layout. Null: only the sandbox uses it. */
const LAYOUT_BUDGETS: Record<string, Budget | null> = {
  bare: [100, 16],
  login: [118, 16],
  'sign-up': [180, 25],
  lk: [225, 32],
  'personal-account': [225, 32],
  default: null,
};

const SCREEN_BUDGETS: Record<string, Budget> = {
  // These set a password or fill a longer form.
  '/auth/login/consultation': [150, 20],
  '/auth/login/password-recovery': [150, 20],
  '/join/$token': [150, 20],
  '/auth/sign-up/business': [165, 22],
  '/auth/sign-up/executor': [165, 22],
  // A contract is signed there; by the folder it is built in it weighs 100 bytes more or less.
  '/auth/sign-up/executor/offer-agreement-company': [181, 25],
  // Five cards that are of no use to one another.
  '/lk/business/settings/api': [225, 33],
  // Among them one of 300 bytes that another page of its feature shares.
  '/lk/business/settings/bookkeeping': [225, 34],
  // Its tabs are in a file that the pages of the settings share.
  '/lk/business/settings/templates': [225, 33],
  '/lk/business': [195, 25],
  '/lk/executor': [195, 25],
  '/lk/business/acts': [205, 25],
  '/lk/executor/acts': [205, 25],
  '/lk/business/acts/$act_id': [215, 28],
  '/lk/executor/acts/$act_id': [215, 28],
};

interface Weight {
  path: string;
  kb: number;
  files: number;
  budget: Budget | null;
}

/** Returns the weight of every screen with a page, in Russian; throws when the build or the budgets lack one. */
export function weighPages(
  dist: string,
  screens: readonly Pick<BuiltScreen, 'path' | 'layout' | 'page'>[],
): Weight[] {
  const pages = JSON.parse(readFileSync(join(dist, 'pages.json'), 'utf8')) as PageFiles[];
  const size = (file: string): number => {
    const compressed = join(dist, `${file}.br`);
    return statSync(existsSync(compressed) ? compressed : join(dist, file)).size;
  };
  return screens
    .filter(({ page }) => page)
    .map(({ path, layout }) => {
      const named = pages.find((page) => page.path === path)?.ru;
      if (!named) throw new Error(`${path}: the build has no such screen`);
      const files = named.filter((file) => !file.endsWith('.woff2'));
      const budget = SCREEN_BUDGETS[path] ?? LAYOUT_BUDGETS[layout];
      if (budget === undefined) throw new Error(`${path}: no budget for the layout ${layout}`);
      const bytes = files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + size(file), 0);
      return { path, kb: bytes / 1024, files: files.length, budget };
    });
}

/** A sentence for each screen over its budget. */
export function findHeavyPages(weights: readonly Weight[]): string[] {
  return weights.flatMap(({ path, kb, files, budget }) =>
    budget && (kb > budget[0] || files > budget[1])
      ? `${path}: ${kb.toFixed(1)} KB of scripts (at most ${budget[0]}) in ${files} files (at most ${budget[1]})`
      : [],
  );
}

if (import.meta.main) {
  await buildWebIfChanged({ sandbox: true });
  const weights = weighPages(join(root, 'web', 'dist'), await readScreens());
  if (process.argv.includes('--all'))
    for (const { path, kb, files } of weights)
      console.log(`${kb.toFixed(1).padStart(6)} KB  ${String(files).padStart(2)} files  ${path}`);
  const faults = findHeavyPages(weights);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

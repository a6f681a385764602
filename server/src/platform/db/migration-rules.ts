import type { Migration } from './migration-files.ts';
import { statementsOf, type WatchedStatement } from './watch-migration.ts';

/** Tables that stay small in any installation: reference data, what operators enter and what awaits them. All others grow with use. */
const SMALL = [
  'bank_rules',
  'banks',
  'calendar_days',
  'failing_jobs',
  'file_store_claim',
  'master_keys',
  'migrations',
  'places',
  'service_categories',
  'settings',
  'support_answers',
  'tariff_plan_types',
  'tariff_plans',
  'tariff_sellers',
  'tax_figures',
  'tax_offices',
  'tax_payees',
  'units',
  'user_agreements',
  'vat_rates',
];

const REFUSED = {
  rewrites:
    'is written once more while others wait; add a new column, fill it in batches, take the old one away later',
  reads:
    'is read while others wait; make an index concurrently, add a check as not valid and validate it in a later file',
  rows: 'has its rows changed in one transaction; change them in batches',
} as const;

/** A version takes away what the version before no longer used: both serve side by side while one replaces the other. */
const CONTRACT = /^-- Unused since \S+/m;

/**
 * Why a file cannot be applied while people work, as sentences; none when it can. See `watchMigration`.
 * @param watched of a file that is applied in one transaction
 */
export function judgeMigration(migration: Migration, watched: readonly WatchedStatement[]): string[] {
  const { name, text, way } = migration;
  if (way !== 'whole') return judgeStatement(way, text).map((fault) => `${name}: ${fault}`);
  const faults = watched.flatMap(({ effects }) =>
    effects.flatMap(({ table, cost }) =>
      cost in REFUSED && !isSmall(table) ? [`${table} ${REFUSED[cost as keyof typeof REFUSED]}`] : [],
    ),
  );
  const dropped = CONTRACT.test(text) ? [] : watched.flatMap(({ drops }) => drops);
  return [
    ...new Set(faults),
    ...dropped.map((one) => `takes away ${one}; say «-- Unused since <version>.» once no version uses it`),
  ].map((fault) => `${name}: ${fault}`);
}

function judgeStatement(way: 'outside' | 'batches', text: string): string[] {
  const [statement, ...more] = statementsOf(text);
  if (!statement || more.length > 0) return ['has to be one statement'];
  const words = statement.replaceAll(/--[^\n]*/g, '').toLowerCase();
  if (way === 'batches')
    return /\blimit\s+\d+/.test(words) ? [] : ['changes all its rows at once: limit them'];
  return /\bconcurrently\s+if\s+(not\s+)?exists\b/.test(words)
    ? []
    : ['has to be done «concurrently if (not) exists», so that it blocks nobody and can be done again'];
}

const isSmall = (table: string) => table.startsWith('sandbox.') || SMALL.includes(table);

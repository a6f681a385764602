import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';
import { readTree } from './import-graph.ts';

/** Lines a file by hand may have. */
const MOST_LINES = 400;
const MADE = /^server\/src\/platform\/db\/tables\.ts$|^shared\/src\/texts\/|\/generated/;

/** What is longer still. The list may only shrink. */
const LONG = new Set<string>([
  'eds/src/cms/cms.test.ts',
  'eds/src/revocation/revocation.test.ts',
  'eds/src/timestamp/timestamp.test.ts',
  'server/src/adapters/bank-files/kazakhstan/kazakhstan-files.test.ts',
  'server/src/features/acts/acts.test.ts',
  'server/src/features/acts/import-acts.test.ts',
  'server/src/features/acts/import-forgives.test.ts',
  'server/src/features/bookkeeping/frozen-months.test.ts',
  'server/src/features/employees/employees.test.ts',
  'server/src/features/esf/esf.test.ts',
  'server/src/features/integrations/integrations.test.ts',
  'server/src/features/messages/messages.test.ts',
  'server/src/features/payments/matching.test.ts',
  'server/src/features/payments/net-payments.test.ts',
  'server/src/features/payments/payments.test.ts',
  'server/src/features/qr-signing/qr-signing.test.ts',
  'server/src/features/registration/registration-attacks.test.ts',
  'server/src/features/signing/pending-proof.test.ts',
  'server/src/features/support/support.test.ts',
  'server/src/features/tariff/tariff-histories.test.ts',
  'server/src/features/tariff/tariff.test.ts',
  'server/src/invariants/invariants.test.ts',
  'server/src/platform/jobs/bulk.test.ts',
  'server/test/bank-month.ts',
  'server/test/closed-parties.test.ts',
  'server/test/fields-of-things.test.ts',
  'server/test/forged-signatures.test.ts',
  'server/test/http.test.ts',
]);

/** Forms that do without `web/src/ui/use-form.ts`. The list may only shrink. */
const BY_HAND = new Set<string>([
  // A table with a keyboard of its own, drafts with versions and faults that appear on leaving a cell.
  'web/src/features/acts/act-form.tsx',
  // The sign-in must stay light, and each of its ways goes on in `useSignIn`.
  'web/src/features/auth/phone-form.tsx',
  'web/src/features/auth/second-step.tsx',
  'web/src/features/auth/sign-in-form.tsx',
  // Passwords that stay in their fields and are in no state.
  'web/src/features/auth/prove-form.tsx',
  'web/src/features/signing/kept-key-form.tsx',
  'web/src/features/signing/key-file-form.tsx',
  // The server judges each row; the form only sends the rows again.
  'web/src/features/invitations/many-check.tsx',
  // Only choices, in which nothing can be wrong.
  'web/src/features/notices/reminders-card.tsx',
  'web/src/features/sandbox/phone-scan.tsx',
  'web/src/ui/filter-forms.tsx',
  // A page for everybody has no inputs of Mantine.
  'web/src/features/verification/id-form.tsx',
  'web/src/features/quick-sign/link-answer.tsx',
]);

/** Whether a file draws a form that `useForm` does not lead. */
const hasFormByHand = (file: string, text: string) =>
  /^web\/src\/.*(?<!\.test)\.tsx$/.test(file) && /<form\b/.test(text) && !/\.bind\(/.test(text);

const ASKS = new Set(['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto']);

/** Whether a file says SQL: a statement of Kysely, or a text with the tag `sql`. */
export function saysSql(file: string, text: string): boolean {
  let found = false;
  new Visitor({
    CallExpression({ callee }) {
      if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
        found ||= ASKS.has(callee.property.name);
    },
    TaggedTemplateExpression({ tag }) {
      found ||= tag.type === 'Identifier' && tag.name === 'sql';
    },
  }).visit(parseSync(file, text).program);
  return found;
}

const mayHoldSql = (file: string) =>
  !file.startsWith('server/src/features/') || /\.(queries|test)\.ts$/.test(file);

type Exceptions = 'long' | 'by_hand';

/** Returns a sentence for every file that is too long, has SQL or a form by hand, and for every needless exception. */
export function findRoomFaults(
  files: ReadonlyMap<string, string>,
  { long = LONG, by_hand = BY_HAND }: Partial<Record<Exceptions, ReadonlySet<string>>> = {},
): string[] {
  const is_long = (file: string, text: string) =>
    !MADE.test(file) && text.split('\n').length - 1 > MOST_LINES;
  const asks = (file: string, text: string) => !mayHoldSql(file) && saysSql(file, text);
  return [
    ...judge(files, long, is_long, `has more than ${MOST_LINES} lines: look for a seam`),
    ...judge(files, new Set(), asks, 'says SQL: it belongs in a *.queries.ts of the feature'),
    ...judge(files, by_hand, hasFormByHand, 'keeps a form by hand: take useForm of web/src/ui'),
  ];
}

function judge(
  files: ReadonlyMap<string, string>,
  allowed: ReadonlySet<string>,
  isFault: (file: string, text: string) => boolean,
  sentence: string,
): string[] {
  const found = new Set([...files].filter(([file, text]) => isFault(file, text)).map(([file]) => file));
  return [
    ...[...found].filter((file) => !allowed.has(file)).map((file) => `${file} ${sentence}`),
    ...[...allowed]
      .filter((file) => !found.has(file))
      .map((file) => `${file} needs no exception any more: take it off the list`),
  ];
}

if (import.meta.main) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const paths = [...readTree(root).files, ...globSync('web/src/**/*.css', { cwd: root })];
  const files = new Map(paths.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const faults = findRoomFaults(files);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

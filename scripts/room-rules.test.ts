import { expect, it } from 'vitest';
import { findRoomFaults, saysSql } from './room-rules.ts';

const none = { long: new Set<string>(), by_hand: new Set<string>() };
const statement = "export const read = (db: Handle) => db.selectFrom('acts').selectAll().execute();\n";
const tagged = 'export const now = sql`now()`;\n';

it('knows SQL by the statement and by the tag, not by a word', () => {
  expect(saysSql('a.ts', statement)).toBe(true);
  expect(saysSql('a.ts', tagged)).toBe(true);
  expect(saysSql('a.ts', "// selectFrom\nexport const said = 'sql`now()`';\n")).toBe(false);
});

it('refuses SQL in a use case or a route of a feature, and nowhere else', () => {
  const files = new Map([
    ['server/src/features/acts/send-act.ts', statement],
    ['server/src/features/acts/acts.routes.ts', tagged],
    ['server/src/features/acts/acts.queries.ts', statement],
    ['server/src/features/acts/acts.test.ts', tagged],
    ['server/src/platform/db/under-lock.ts', tagged],
  ]);
  expect(findRoomFaults(files, none)).toEqual([
    'server/src/features/acts/send-act.ts says SQL: it belongs in a *.queries.ts of the feature',
    'server/src/features/acts/acts.routes.ts says SQL: it belongs in a *.queries.ts of the feature',
  ]);
});

it('refuses a file of more than 400 lines, unless a program writes it', () => {
  const lines = (count: number) => 'export {};\n'.repeat(count);
  const files = new Map([
    ['web/src/ui/most.ts', lines(400)],
    ['web/src/ui/more.ts', lines(401)],
    ['server/src/platform/db/tables.ts', lines(2000)],
  ]);
  expect(findRoomFaults(files, none)).toEqual([
    'web/src/ui/more.ts has more than 400 lines: look for a seam',
  ]);
});

it('refuses a form by hand in a page, and none that the hook leads', () => {
  const files = new Map([
    ['web/src/features/acts/say.tsx', '<form onSubmit={send} />;\n'],
    ['web/src/features/acts/ask.tsx', '<form {...form.bind(save)} />;\n'],
    ['web/src/features/acts/ask.view.test.tsx', '<form onSubmit={send} />;\n'],
  ]);
  expect(findRoomFaults(files, none)).toEqual([
    'web/src/features/acts/say.tsx keeps a form by hand: take useForm of web/src/ui',
  ]);
});

it('admits an exception, and refuses one that is not needed any more', () => {
  const file = 'web/src/ui/more.ts';
  const excepted = { ...none, long: new Set([file]) };
  expect(findRoomFaults(new Map([[file, 'export {};\n'.repeat(401)]]), excepted)).toEqual([]);
  expect(findRoomFaults(new Map([[file, 'export {};\n']]), excepted)).toEqual([
    `${file} needs no exception any more: take it off the list`,
  ]);
});

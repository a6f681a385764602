import { calls } from '@kelisim/shared/calls.ts';
import { UNDONE_BY } from '@kelisim/shared/features/jobs/undone-by.ts';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

const docs = await readFile(new URL('../../docs/undo.md', import.meta.url), 'utf8');
const [, undone = '', not_undone = ''] = docs.split(/^## .*$/m);

const rowsOf = (table: string) =>
  table
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name!)));

const pairs = rowsOf(undone).map(([, deed = [], by = []]) => [deed[0]!, by[0]!] as const);
const final = rowsOf(not_undone).flatMap(([, names = []]) => names);

/** What the calls of deletes, removals, stops, set-asides, matches, assignments and changes of views are called. */
const TAKES_AWAY =
  /\.(?:delete|remove|cancel|end|stop|revoke|withdraw|unlink|block|assign|match|unmatch|set_aside|take_back|untell|delete_view|change_view|set_look)(?:_|$)/;

/** Reads and works of the desk over its own queue. */
const OTHERS = ['jobs.set_aside', 'security.end_others'];

test('every deed that takes away says what undoes it, or why nothing does', () => {
  const named = [...pairs.map(([deed]) => deed), ...final];
  const wanted = Object.entries(calls)
    .filter(([name, { method }]) => method !== 'GET' && (method === 'DELETE' || TAKES_AWAY.test(name)))
    .map(([name]) => name);
  expect(wanted.length).toBeGreaterThan(40);
  expect(wanted.filter((name) => !named.includes(name) && !OTHERS.includes(name))).toEqual([]);
});

test('names calls, each once', () => {
  const named = [...pairs.map(([deed]) => deed), ...final];
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
  expect([...named, ...pairs.map(([, by]) => by)].filter((name) => !(name in calls))).toEqual([]);
});

test('what undoes a deed asks for no other right than the deed', () => {
  for (const [deed, by] of pairs) {
    const access = (name: string) => calls[name as keyof typeof calls].access;
    // A deputy removes an employee, and only the director gives rights back.
    const rights = access(by);
    if (by === 'jobs.undo' || 'director' in rights) continue;
    expect(rights, `${deed} is undone by ${by}`).toEqual(access(deed));
  }
});

test('a work that can be taken back is begun by a call that says so', () => {
  const of = { delete: 'delete_many', restore: 'restore', stop: 'stop_many', resume: 'resume_many' } as const;
  for (const kind of Object.keys(UNDONE_BY)) {
    const [thing, deed] = kind.split('.') as [string, keyof typeof of];
    expect(pairs.map(([name]) => name)).toContain(`${thing}.${of[deed]}`);
  }
});

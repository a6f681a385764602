import { calls, type CallName } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import { problems } from '@kelisim/shared/kernel/problems.ts';
import { PLATFORM_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { afterAll, describe, expect, test } from 'vitest';
import { accessTable } from './access-table.ts';
import { readQuery } from '../src/platform/http/query-string.ts';
import { requestOf, type Given, type Reply } from './calls.ts';
import { makeTestApp } from './make-app.ts';
import { makeAdministrator, signInAs, type Person } from './people.ts';
import { makeTwoWorlds } from './two-worlds.ts';
import { isWhole } from './whole.ts';

const app = await makeTestApp();
const { a: world } = await makeTwoWorlds(app);
afterAll(() => app.close());

/** What people, programs and mischief put where something else is meant. */
const ODD: unknown[] = [
  null,
  true,
  -1,
  0.5,
  1e308,
  // The largest that an id may be, and one more.
  9_007_199_254_740_991,
  9_007_199_254_740_992,
  '',
  ' ',
  '0',
  'я'.repeat(70_000),
  'a\0b',
  '\ud800',
  '\u202e\u200b\ufeff',
  "'; drop table acts; --",
  '{{x}}${x}<script>',
  '2026-02-30',
  [],
  {},
  [[['deep']]],
  { $gt: '' },
];
const ODD_IN_QUERY = ODD.filter((value) => typeof value !== 'object').map(String);

/** Places share the oddities: each has a third of them, another one than its neighbours. */
const shareOf = <T>(odd: readonly T[], at: number) => odd.filter((_, i) => isWhole || (i + at) % 3 === 0);

/** Paths to all values of a body, the containers included. */
function pathsOf(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([key, item]) =>
    pathsOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length > 0 ? [path, ...inner] : inner;
}

function changed(value: unknown, path: (string | number)[], odd: unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return odd;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string | number,
    unknown
  >;
  copy[first] = changed(copy[first], rest, odd);
  return copy;
}

/** Whether the contract lets the query of this address through to the call itself. */
function passes(call: Call, url: string): boolean {
  try {
    return call.query!.safeParse(readQuery(url, call.query)).success;
  } catch (error) {
    if (error instanceof Problem) return false;
    throw error;
  }
}

/** An answer of ours, whatever was asked: no fault of the server, no half a sentence. */
function mustBeOrdinary(reply: Reply, what: string): void {
  expect(reply.status, `${what}: ${reply.text.slice(0, 300)}`).toBeLessThan(500);
  if (reply.status < 400) return;
  const body = reply.json as { code: string; message: string };
  expect(Object.keys(problems), what).toContain(body.code);
  expect(body.message, what).not.toMatch(/\{\{|undefined|null|\[object/);
}

const all = Object.entries(calls) as [CallName, Call][];
const taking = all.filter(([, call]) => call.query || (call.body && !call.files));

describe.each(taking)('%s', (name, call) => {
  const row = accessTable[name];
  const asker = async (): Promise<Person> => {
    // Whoever lacks the right is refused before anything is read.
    if (call.access.who === 'platform') {
      const { user_id, email, session_id, token } = await makeAdministrator(app, [...PLATFORM_RIGHTS]);
      return { ...world.director, user_id, email, session_id, token };
    }
    const own = 'director' in row && row.director === 403 ? world.worker : world.director;
    return { ...own, ...(await signInAs(app, own)) };
  };
  const givenOf = async (by: Person): Promise<Given> => {
    const thing = 'thing' in row ? row.thing : undefined;
    const id = typeof thing === 'string' ? world.see(thing) : await thing?.({ app, world, by });
    return (await row.given?.(id, { app, world, by })) ?? {};
  };

  if (call.body && !call.files) {
    test('answers odd values in every place of its body', async () => {
      const by = await asker();
      const given = await givenOf(by);
      const refused = new Set<unknown>();
      for (const [at, path] of pathsOf(given.body).entries())
        for (const odd of shareOf(ODD, at)) {
          const body = changed(given.body, path, odd);
          // One code answers whatever a contract refuses: each oddity once per call shows how.
          if (!call.form && !call.body!.safeParse(body).success) {
            if (refused.has(odd)) continue;
            refused.add(odd);
          }
          const reply = await app.raw(name, by, { ...given, body });
          mustBeOrdinary(reply, `${path.join('.')} = ${JSON.stringify(odd).slice(0, 40)}`);
        }
    });
  }

  if (call.query) {
    test('answers odd values in every field of its query', async () => {
      const by = await asker();
      const given = await givenOf(by);
      const refused = new Set<string>();
      for (const [at, field] of Object.keys(call.query!.shape).entries())
        for (const odd of shareOf(ODD_IN_QUERY, at)) {
          const query = { ...given.query, [field]: odd.slice(0, 9_000) };
          if (!passes(call, requestOf(name, { ...given, query }).url as string)) {
            if (refused.has(odd)) continue;
            refused.add(odd);
          }
          const reply = await app.raw(name, by, { ...given, query });
          mustBeOrdinary(reply, `${field} = ${JSON.stringify(odd).slice(0, 40)}`);
        }
    });
  }
});

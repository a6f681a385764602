import { readFileSync } from 'node:fs';
import { DefaultSettings, TaskUtils } from '@microsoft/powerquery-parser';
import { calls } from '@kelisim/shared/calls.ts';
import type { Call } from '@kelisim/shared/kernel/call.ts';
import { describe, expect, test } from 'vitest';

const read = (path: string) =>
  readFileSync(new URL(`../../web/public/developers/${path}`, import.meta.url), 'utf8');
const parse = (text: string) => TaskUtils.tryLexParse(DefaultSettings, text);
const { components, paths } = JSON.parse(read('openapi.json')) as {
  components: { schemas: Record<string, { properties?: object }> };
  paths: Record<string, Record<string, { parameters: { name: string }[] }>>;
};

/** Names in square brackets that are read of answers; those of the query itself begin with a capital. */
const fieldsOf = (text: string) =>
  new Set([...text.matchAll(/(?<![\w.#"])(?:\w+)?\[([a-z]\w*)\]/g)].map(([, name = '']) => name));
const schemaFields = (...names: string[]) =>
  names.flatMap((name) => Object.keys(components.schemas[name]?.properties ?? {}));

describe.each(['excel-acts.txt', 'excel-drafts.txt'])('%s', (file) => {
  const text = read(file);

  test('is read by the grammar of Power Query', async () => {
    expect(TaskUtils.isParseStageOk(await parse(text))).toBe(true);
    expect(TaskUtils.isParseStageOk(await parse(text.replace('let', 'let let')))).toBe(false);
  });

  test('asks for what there is, with no scope beyond reading and drafts', () => {
    const asked = [...text.matchAll(/"(api\/v1\/[^"]+)"/g)].map(([, path]) => `/${path}`);
    expect(asked.length).toBeGreaterThan(0);
    const post = text.includes('Content =');
    for (const path of new Set(asked)) {
      const method = post && path === '/api/v1/doc/acts' ? 'POST' : 'GET';
      const call = Object.values(calls as Record<string, Call>).find(
        (one) => one.path === path && one.method === method,
      );
      expect([path, call?.scope]).toEqual([
        path,
        expect.stringMatching(/^(acts:read|acts:write|executors:read)$/),
      ]);
    }
    expect(text).toContain('Key = "kls_live_"');
  });
});

test('the query that reads takes fields and filters that the document has', () => {
  const text = read('excel-acts.txt');
  const known = [...schemaFields('ActListItem', 'ActStatus', 'Party'), 'items', 'pages'];
  expect([...fieldsOf(text)].filter((name) => !known.includes(name))).toEqual([]);
  expect(fieldsOf(text).size).toBeGreaterThan(10);
  const query = /Query = \[(.*)\]/.exec(text)?.[1] ?? '';
  const filters = paths['/api/v1/doc/acts']?.get?.parameters.map(({ name }) => name);
  for (const [, name] of query.matchAll(/(\w+) =/g)) expect(filters).toContain(name);
  const names = [...text.matchAll(/\{"ID".*\}/g)].map(([list]) => list.split('", "').length);
  expect(names).toEqual([12, 12]);
});

test('the query that makes drafts fills what a draft takes', () => {
  const text = read('excel-drafts.txt');
  const filled = (part: string) =>
    [
      ...(new RegExp(`${part} = \\[\\n([^]*?)\\n {16}\\]`).exec(text)?.[1] ?? '').matchAll(/^ {20}(\w+) =/gm),
    ].map(([, name]) => name);
  const { body } = calls['acts.create'];
  const head = Object.keys(body.shape);
  const line = Object.keys(body.shape.services.element.shape);
  expect(filled('Head').filter((name) => !head.includes(name ?? ''))).toEqual([]);
  expect(filled('Line').filter((name) => !line.includes(name ?? ''))).toEqual([]);
  expect([filled('Head').length, filled('Line').length]).toEqual([8, 5]);
  // Numbers of twelve figures lose their first zeros in cells, and a repeat must have the same key.
  expect(text).toContain('Text.PadStart(Text.From(row{1}), 12, "0")');
  expect(text).toContain('#"Idempotency-Key" = Once');
});

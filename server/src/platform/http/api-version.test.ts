import { calls } from '@kelisim/shared/calls.ts';
import { API_VERSIONS } from '@kelisim/shared/kernel/api-version.ts';
import { defineCall, type Call } from '@kelisim/shared/kernel/call.ts';
import { isDate } from '@kelisim/shared/kernel/dates.ts';
import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bindVersions } from './api-version.ts';

const call = { access: { who: 'public' }, summary: '', answer: z.object({}) } as const;
const table: Record<string, Call> = {
  'things.get': defineCall('GET /api/v1/things/{thing_id}', {
    ...call,
    deprecated: { since: '2027-01-01', until: '2028-02-01', instead: 'things.read' },
  }),
  'things.read': defineCall('GET /api/v1/things', call),
};
const http = fastify();
bindVersions(http, table);
http.get('/api/v1/things/:thing_id', async () => ({}));
http.get('/api/v1/things', async () => ({}));
http.get('/page', async () => ({}));
const headersOf = async (url: string, headers = {}) => {
  const { statusCode, headers: answered } = await http.inject({ url, headers });
  return { statusCode, ...answered };
};

test('a call that will end says since when, until when and where to read of it', async () => {
  expect(await headersOf('/api/v1/things/7')).toMatchObject({
    deprecation: '@1798761600',
    sunset: 'Tue, 01 Feb 2028 00:00:00 GMT',
    link: expect.stringContaining('</developers/changelog>; rel="deprecation"'),
  });
  expect(await headersOf('/api/v1/things')).not.toHaveProperty('sunset');
});

test('the version served is answered, and one that is not there is refused', async () => {
  const version = API_VERSIONS.at(-1);
  expect(await headersOf('/api/v1/things')).toMatchObject({ 'kelisim-version': API_VERSIONS[0] });
  const named = await headersOf('/api/v1/things', { 'kelisim-version': version });
  expect(named).toMatchObject({ statusCode: 200, 'kelisim-version': version });
  expect((await headersOf('/api/v1/things', { 'kelisim-version': '2020-01-01' })).statusCode).not.toBe(200);
  expect(await headersOf('/page', { 'kelisim-version': '2020-01-01' })).toMatchObject({ statusCode: 200 });
});

test('versions are days in order, and a call lives for a year after it was called deprecated', () => {
  expect(API_VERSIONS.every(isDate)).toBe(true);
  expect([...API_VERSIONS].sort()).toEqual(API_VERSIONS);
  for (const { deprecated } of Object.values<Call>({ ...calls, ...table })) {
    if (!deprecated) continue;
    const year_later = `${Number(deprecated.since.slice(0, 4)) + 1}${deprecated.since.slice(4)}`;
    expect(isDate(deprecated.since) && isDate(deprecated.until) && deprecated.until >= year_later).toBe(true);
  }
});

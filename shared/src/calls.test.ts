import { expect, test } from 'vitest';
import { calls } from './calls.ts';
import type { Call } from './kernel/call.ts';

const all: [string, Call][] = Object.entries(calls);

test('no two calls share an address', () => {
  const addresses = all.map(([, call]) => `${call.method} ${call.path.replace(/\{\w+\}/g, '{}')}`);
  expect(new Set(addresses).size).toBe(addresses.length);
});

test('the names in a path are the params of the call', () => {
  for (const [name, call] of all) {
    const named = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(call.params?.shape ?? {}), name).toEqual(named);
  }
});

/** The body is eGov Mobile's or a bank's, which may add what it likes to its own JSON. */
const FOREIGN_BODIES = ['qr.take', 'payments.callback'];

test('unknown fields are refused everywhere', () => {
  for (const [name, call] of all) {
    const body = FOREIGN_BODIES.includes(name) ? undefined : call.body;
    for (const schema of [call.params, call.query, body]) {
      const codes = schema
        ?.safeParse({ unknown_field_of_a_test: 1 })
        .error?.issues.map((issue) => issue.code);
      if (schema) expect(codes, name).toContain('unrecognized_keys');
    }
  }
});

/**
 * Reads whose ids are too many for a query, signing by a session that gives the same signatures the same answer, and what
 * the sandbox does in the place of people, which the states of papers refuse a second time: nothing is made twice.
 */
const TWICE_IS_ONCE = [
  'payments.preview',
  'payments.explain',
  'acts.export',
  'acts.download_ticket',
  'esf.prepare',
  'esf.sign',
  'sandbox.sign',
  'sandbox.refuse',
  'sandbox.invoice',
  'sandbox.pay',
];

test('a read neither takes a body nor needs a key; whatever is about many things at once needs one', () => {
  for (const [name, call] of all) {
    const asked = [call.body, call.files, call.idempotency];
    if (call.method === 'GET') expect(asked, name).toEqual([undefined, undefined, undefined]);
    const many = Object.keys(call.body?.shape ?? {}).some((field) => /^(act_ids|signatures)$/.test(field));
    if ((many && !TWICE_IS_ONCE.includes(name)) || name === 'acts.process')
      expect(call.idempotency, name).toBe(true);
  }
  expect(calls['acts.pay'].fresh_proof).toBe(true);
});

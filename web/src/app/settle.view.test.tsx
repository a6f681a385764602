import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '../platform/api.ts';
import { awaiting } from '../platform/load-part.ts';
import { callKey, callQuery, queryClient } from '../platform/query.ts';
import { settle } from './settle.ts';

const SHOWN_MS = 100;
const CALL = ['tariff.statuses', { query: { company_id: 1 } }] as const;
const isSeen = () => getComputedStyle(document.querySelector('main')!).opacity === '1';
let end = () => {};
let come = () => {};
/** Something that is on its way until `come` is called. */
const onItsWay = () => new Promise<never>((_, fail) => (come = () => fail(new Error('came to nothing'))));
const read = () => queryClient.fetchQuery({ ...callQuery(...CALL), staleTime: 0 }).catch(() => {});

beforeEach(() => {
  vi.useFakeTimers();
  document.body.append(document.createElement('main'));
  document.querySelector('main')!.style.transition = 'none';
  end = settle();
});
afterEach(async () => {
  come();
  await vi.advanceTimersByTimeAsync(SHOWN_MS);
  end();
  vi.useRealTimers();
  vi.restoreAllMocks();
  queryClient.clear();
  document.querySelector('main')!.remove();
});

it('hides a page until what it asked for first has come', async () => {
  vi.spyOn(api, 'ask').mockImplementation(onItsWay);
  const answer = read();
  await vi.advanceTimersByTimeAsync(SHOWN_MS);
  expect(isSeen()).toBe(false);
  come();
  await answer;
  await vi.advanceTimersByTimeAsync(SHOWN_MS);
  expect(isSeen()).toBe(true);
});

it('shows a page after half a second with what is there', async () => {
  void awaiting(onItsWay()).catch(() => {});
  await vi.advanceTimersByTimeAsync(490);
  expect(isSeen()).toBe(false);
  await vi.advanceTimersByTimeAsync(20);
  expect(isSeen()).toBe(true);
});

it('does not wait for what is only refreshed', async () => {
  queryClient.setQueryData(callKey(...CALL), {});
  vi.spyOn(api, 'ask').mockImplementation(onItsWay);
  void read();
  await vi.advanceTimersByTimeAsync(SHOWN_MS);
  expect(isSeen()).toBe(true);
});

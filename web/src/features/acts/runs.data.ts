import { ACT_MANY_DEEDS, ACT_STATUS_IDS } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActAskedMany, ActManyDeed } from '@kelisim/shared/features/acts/act-status.ts';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer, Input } from '../../platform/api.ts';
import { makeStale, useCall } from '../../platform/query.ts';
import { ofMany } from './act-calls.ts';

const POLL_MS = 700;

/** Deeds that can be tried again over what is left of them; paying asks anew who it is. */
export type AgainKind = Exclude<ActManyDeed, 'sign'>;

/** The bulk deed behind a kind of run, when it is one that can be tried again from here. */
export function againKindOf(run_kind: string): AgainKind | null {
  const deed = ACT_MANY_DEEDS.find((one) => `acts.${one}` === run_kind);
  return deed === undefined || deed === 'sign' ? null : deed;
}

/** The acts a deed is meant for: named one by one, or written down on the server. */
export type Meant = { act_ids: number[] } | { selection_id: number };

export interface MeantActs {
  meant: Meant;
  count: number;
  amount: string | null;
}

/** Has the server write down the acts of a filter, or rows of a run, as they are now. */
export function selectActs(body: Input<'acts.selection'>['body']): Promise<Answer<'acts.selection'>> {
  return api.call('acts.selection', { body });
}

/** The acts of a run that ended so. */
export async function selectRows(run_id: number, rows: 'ok' | 'failed' | 'stopped'): Promise<MeantActs> {
  const { selection_id, count, amount } = await selectActs({ run: { run_id, rows } });
  return { meant: { selection_id }, count, amount };
}

/** The acts that a run has made and nobody has sent yet. */
export async function selectMade(run_id: number): Promise<MeantActs> {
  const { selection_id, count, amount } = await selectActs({
    filter: { status_id: [ACT_STATUS_IDS.draft] },
    run: { run_id, rows: 'ok' },
  });
  return { meant: { selection_id }, count, amount };
}

/** More than this a call does not take by name. */
const MOST_NAMED = 1000;

/** Acts picked one by one, as a deed takes them; so many that they cannot be named are written down on the server. */
export async function meantOf(act_ids: number[]): Promise<Meant> {
  if (act_ids.length <= MOST_NAMED) return { act_ids };
  return { selection_id: (await selectActs({ only: act_ids })).selection_id };
}

/** Signing names each act: its own bytes are signed. */
export async function readIds(meant: Meant): Promise<number[]> {
  if ('act_ids' in meant) return meant.act_ids;
  const act_ids: number[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await api.call('acts.selection_ids', { params: meant, query: { page } });
    pages = answer.pages;
    act_ids.push(...answer.act_ids);
  }
  return act_ids;
}

/** One archive of many: the browser fetches it by a link that opens once, so nothing of it lies in the page. */
export async function downloadActs(meant: Meant): Promise<void> {
  const { url } = await api.call('acts.download_ticket', { body: meant });
  const link = Object.assign(document.createElement('a'), { href: url, download: '' });
  document.body.append(link);
  link.click();
  link.remove();
}

export async function stopRun(run_id: number): Promise<void> {
  await api.call('jobs.stop', { params: { run_id } });
  await makeStale(['jobs.', 'acts.', 'home.']);
}

/**
 * Starts a bulk deed and gives the id of its run. The call itself answers only when the work is done or twenty
 * seconds are over, so the run is looked for beside it: progress is to be seen from the first second.
 */
export async function startBulk(
  kind: ActAskedMany,
  { meant, count }: MeantActs,
  reason: string,
  idempotency_key: string,
): Promise<number> {
  return await startRun(`acts.${kind}`, count, () => ofMany[kind](meant, reason, { idempotency_key }));
}

/** The same for copies, which have dates of their own. */
export async function startCopy(
  { meant, count }: MeantActs,
  dates: { date: string; start_date: string; end_date: string },
  idempotency_key: string,
): Promise<number> {
  const body = { ...meant, ...dates };
  return await startRun('acts.copy', count, () => api.call('acts.copy', { body }, { idempotency_key }));
}

async function startRun(
  run_kind: string,
  total: number,
  call: () => Promise<{ run_id: number }>,
): Promise<number> {
  let over = false;
  const answered = call()
    .then((answer) => answer.run_id)
    .finally(() => {
      over = true;
    });
  return await Promise.race([answered, findRunning(run_kind, total, () => over)]);
}

async function findRunning(kind: string, total: number, isOver: () => boolean): Promise<number> {
  for (;;) {
    await new Promise((done) => setTimeout(done, POLL_MS));
    if (isOver()) return await new Promise<never>(() => undefined);
    const { items } = await api.call('jobs.list', { query: { limit: 5 } }).catch(() => ({ items: [] }));
    const run = items.find((one) => one.kind === kind && one.total === total && one.state === 'running');
    if (run) return run.id;
  }
}

/** How far a run has come; asked again every second while it goes on. */
export function useRun(run_id: number) {
  const run = useCall(
    'jobs.get',
    { params: { run_id } },
    { refetchInterval: ({ state }) => (state.data?.state === 'running' ? POLL_MS : false) },
  );
  const ended = run.data && run.data.state !== 'running';
  useEffect(() => {
    if (ended) void makeStale(['acts.', 'home.', 'jobs.rows', 'payments.']);
  }, [ended]);
  return run;
}

export const ROWS_A_PAGE = 50;

export function useRunRows(run_id: number, page: number, only_failed: boolean, running: boolean) {
  return useCall(
    'jobs.rows',
    { params: { run_id }, query: { page, limit: ROWS_A_PAGE, only_failed } },
    { placeholderData: keepPreviousData, refetchInterval: running ? POLL_MS * 2 : false },
  );
}

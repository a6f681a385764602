import { ACT_MANY_DEEDS, ACT_STATUS_IDS } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActAskedMany, ActManyDeed } from '@kelisim/shared/features/acts/act-status.ts';
import { api } from '../../platform/api.ts';
import type { Answer, Input } from '../../platform/api.ts';
import { openDownload } from '../../ui/save-file.ts';
import { asRun } from '../jobs/public.ts';
import { askForMany } from './act-calls.ts';
import type { Meant } from './act-calls.ts';

/** Deeds that can be tried again over what is left of them; paying asks for the proof again. */
export type AgainKind = Exclude<ActManyDeed, 'sign'>;

/** The bulk deed behind a kind of run, when it is one that can be tried again from here. */
export function againKindOf(run_kind: string): AgainKind | null {
  const deed = ACT_MANY_DEEDS.find((one) => `acts.${one}` === run_kind);
  return deed === undefined || deed === 'sign' ? null : deed;
}

export interface MeantActs {
  meant: Meant;
  count: number;
  amount: string | null;
  /** Selected with them, and not to be touched: their state does not allow it. */
  left_out?: number;
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
  openDownload(url);
}

/** Starts a bulk deed and gives the number of its run. */
export async function startBulk(
  kind: ActAskedMany,
  { meant }: MeantActs,
  reason: string,
  idempotency_key: string,
): Promise<number> {
  return (await askForMany(kind, meant, reason, asRun(idempotency_key))).run_id;
}

/** The same for copies, which have dates of their own. */
export async function startCopy(
  { meant }: MeantActs,
  dates: { date: string; start_date: string; end_date: string },
  idempotency_key: string,
): Promise<number> {
  const body = { ...meant, ...dates };
  return (await api.call('acts.copy', { body }, asRun(idempotency_key))).run_id;
}

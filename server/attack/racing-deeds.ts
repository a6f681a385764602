import { randomUUID } from 'node:crypto';
import type { CallName } from '@kelisim/shared/calls.ts';
import type { ActAction, ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import { requestOf, type Given } from '../test/calls.ts';
import { actBody, type Deal } from '../test/papers.ts';
import type { Person } from '../test/people.ts';

/** What a person does with an act in a race. */
export interface Deed {
  act_id: number;
  action: RacedAction;
  by: Person;
  /** The signature that was made before the race. */
  cms?: string;
}

/** A call of the race, with the deeds that it stands for. */
export interface RacedCall {
  deeds: Deed[];
  name: CallName;
  by: Person;
  given: Given;
}

export const RACED_ACTIONS = [
  'sign',
  'recall',
  'annul',
  'refuse_annulment',
  'return',
  'edit',
  'send',
  'delete',
  'pay',
] as const satisfies readonly ActAction[];
export type RacedAction = (typeof RACED_ACTIONS)[number];

/** What may be done a second time without a second line of history: the answer was lost, and the call came again. */
export const REPEATABLE: ReadonlySet<RacedAction> = new Set(['sign', 'recall', 'delete', 'refuse_annulment']);

const OF_ONE: Partial<Record<RacedAction, CallName>> = {
  recall: 'acts.recall',
  annul: 'acts.annul',
  refuse_annulment: 'acts.refuse_annulment',
  return: 'acts.return',
  edit: 'acts.update',
  delete: 'acts.delete',
};
const OF_MANY: Partial<Record<RacedAction, CallName>> = {
  sign: 'acts.sign',
  recall: 'acts.recall_many',
  annul: 'acts.annul_many',
  return: 'acts.return_many',
  send: 'acts.send',
  delete: 'acts.delete_many',
  pay: 'acts.pay',
};
/** Of how many acts the deeds are mixed; the most are in one list. */
const TOGETHER = [3, 6, 12, 60];

/** Whose deeds they are: of a company alone, of its executor alone, or of both. */
const SIDE_OF: Partial<Record<RacedAction, Person['side']>> = {
  recall: 'business',
  return: 'executor',
  edit: 'business',
  send: 'business',
  delete: 'business',
  pay: 'business',
};

/** Deeds that lead somewhere from a state; others are refused, which is tried too. */
const FITTING: Partial<Record<ActStatus, readonly RacedAction[]>> = {
  draft: ['edit', 'send', 'send', 'delete'],
  returned: ['edit', 'send', 'send', 'delete'],
  sent: ['sign', 'sign', 'sign', 'recall', 'return', 'annul'],
  signed_by_business: ['sign', 'sign', 'recall', 'return', 'annul'],
  signed_by_executor: ['sign', 'sign', 'sign', 'annul'],
  signed: ['pay', 'annul'],
  annulment_requested: ['annul', 'refuse_annulment'],
  annulled: ['delete'],
};

/** Two or three deeds of each of the two people with each act, most of them such as its state allows. */
export function drawDeeds(
  acts: readonly { id: number; status: ActStatus }[],
  people: readonly Person[],
): Deed[] {
  return acts.flatMap(({ id: act_id, status }) =>
    people.flatMap((by) => {
      const may = (action: RacedAction) => (SIDE_OF[action] ?? by.side) === by.side;
      const fitting = (FITTING[status] ?? []).filter(may);
      const others = RACED_ACTIONS.filter(may);
      return Array.from({ length: 1 + Math.round(Math.random()) }, () => ({
        act_id,
        by,
        action: pick(fitting.length > 0 && Math.random() < 0.7 ? fitting : others),
      }));
    }),
  );
}

/**
 * Deeds as calls. Those with a handful of acts, or with some more, stand together in any order, so that they meet: with
 * a thousand acts mixed through, hardly two would be about the same one at the same moment.
 */
export function drawCalls(deeds: readonly Deed[], deal: Deal): RacedCall[] {
  const byAct = [...Map.groupBy(deeds, ({ act_id }) => act_id).values()];
  const calls: RacedCall[] = [];
  for (let left = shuffled(byAct); left.length > 0;) {
    const size = pick(TOGETHER);
    calls.push(...mixedCalls(left.slice(0, size).flat(), deal));
    left = left.slice(size);
  }
  return calls;
}

/** About half of them singly, the others in lists, some signatures twice. */
function mixedCalls(deeds: readonly Deed[], deal: Deal): RacedCall[] {
  const calls: RacedCall[] = [];
  const lists = new Map<string, Deed[]>();
  for (const deed of shuffled(deeds)) {
    const isSingle = !OF_MANY[deed.action] || Math.random() < 0.5;
    if (isSingle) calls.push(callOf([deed], deal, OF_ONE[deed.action]));
    if (isSingle && deed.action !== 'sign') continue;
    if (isSingle && Math.random() < 0.8) continue;
    const name = `${deed.action} ${deed.by.user_id}`;
    const list = lists.get(name) ?? [];
    // One line an act: the same deed in one list twice is one deed.
    if (list.some(({ act_id }) => act_id === deed.act_id)) continue;
    list.push(deed);
    lists.set(name, list);
  }
  for (const list of lists.values()) calls.push(callOf(list, deal));
  return shuffled(calls);
}

function callOf(deeds: Deed[], deal: Deal, single?: CallName): RacedCall {
  const [{ action, by, act_id }] = deeds as [Deed];
  const reason = action === 'annul' || action === 'return' ? { reason: 'Спор' } : {};
  if (single) {
    const body = action === 'edit' ? actBody(deal, { title: `Услуги ${randomUUID().slice(0, 8)}` }) : reason;
    const given = { params: { act_id }, ...(Object.keys(body).length > 0 && { body }) };
    return { deeds, by, name: single, given };
  }
  const body =
    action === 'sign'
      ? { signatures: deeds.map(({ act_id, cms }) => ({ act_id, cms })) }
      : { act_ids: deeds.map(({ act_id }) => act_id), ...reason };
  return { deeds, by, name: OF_MANY[action]!, given: { body } };
}

export interface RacedAnswer {
  status: number;
  text: string;
  json: unknown;
}

export async function ask(address: string, { name, by, given }: RacedCall): Promise<RacedAnswer> {
  const { method, url, headers, payload } = requestOf(name, given, { token: by.token });
  const answer = await fetch(address + (url as string), {
    method: method!,
    headers: headers as Record<string, string>,
    ...(payload !== undefined && { body: payload as string }),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : null };
}

function pick<Thing>(things: readonly Thing[]): Thing {
  return things[Math.floor(Math.random() * things.length)]!;
}

function shuffled<Thing>(things: readonly Thing[]): Thing[] {
  return things
    .map((thing) => ({ thing, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ thing }) => thing);
}

import type { NoticeKind } from '@kelisim/shared/features/notices/notices.contract.ts';
import type { Parts } from '../../parts.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Tx } from '../../platform/db/database.ts';
import { eachJob } from '../../platform/jobs/each-job.ts';
import { plainName } from '../../platform/plain-name.ts';
import { getCompanyName, listReached, readDone } from './notices.queries.ts';
import {
  holdGathering,
  listDueEvents,
  takePaperEvents,
  waitToGather,
  type PaperEvent,
} from './paper-events.queries.ts';
import { LISTS, listOf } from './lists-of-papers.ts';
import { quietUntil } from './quiet-hours.ts';
import { withoutLinks, type MakeSignLink } from './sign-link.ts';
import { tellPerson } from './tell-person.ts';
import { waitsOf } from './waits-of.ts';

const AT_ONCE = 500;

/** What an executor signs straight from the SMS. */
const ASKS_TO_SIGN: readonly NoticeKind[] = ['act_sent', 'contract_sent'];

interface Telling {
  kind: NoticeKind;
  side: 'business' | 'executor';
  /** Of the employees, those who may do what comes next. */
  rights: readonly string[];
}

/** Tells of moves of acts and contracts after they were made, several of one kind together. */
export async function gatherNotices(parts: Parts, signLink: MakeSignLink = withoutLinks): Promise<void> {
  const tell = (ids: number[], hold: (tx: Tx) => Promise<boolean>) =>
    parts.db.transaction().execute(async (tx) => {
      if (!(await hold(tx))) return false;
      const events = await takePaperEvents(tx, ids);
      for (const group of groupsOf(events)) await tellGroup(parts, tx, group, signLink);
      await readDone(tx, partiesOf(events));
      return true;
    });
  for (;;) {
    const due = await listDueEvents(parts.db, AT_ONCE);
    if (due.length === 0) return;
    const fresh = due.filter(({ has_failed }) => !has_failed).map(({ id }) => id);
    let alone = due.filter(({ has_failed }) => has_failed);
    try {
      if (!(await tell(fresh, holdGathering))) return;
    } catch {
      // One of them fails: each is told of by itself, so that this one is put off and the others pass.
      alone = due;
    }
    await eachJob(parts, 'notices.gather', alone, ({ id }) => tell([id], waitToGather));
    if (due.length < AT_ONCE) return;
  }
}

const partiesOf = (events: readonly PaperEvent[]) => [
  ...new Set(events.flatMap((event) => [event.company_id, event.contractor_company_id])),
];

interface Group extends Telling {
  from: number;
  to: number;
  events: PaperEvent[];
}

/** In the order of receivers, so that nobody waits crosswise. */
function groupsOf(events: readonly PaperEvent[]): Group[] {
  const groups = new Map<string, Group>();
  for (const event of events) {
    const telling = tellingOf(event);
    if (!telling) continue;
    const [from, to] =
      telling.side === 'executor'
        ? [event.company_id, event.contractor_company_id]
        : [event.contractor_company_id, event.company_id];
    const key = `${to} ${telling.kind} ${from} ${event.word}`;
    const group = groups.get(key) ?? { ...telling, from, to, events: [] };
    group.events.push(event);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((one, other) => one.to - other.to || one.from - other.from);
}

/** Whom an event concerns; null when nobody needs to be told, or when it is over already. */
function tellingOf(event: PaperEvent): Telling | null {
  const { paper, action, actor_side, to_status, status } = event;
  if (status === null) return null;
  if (event.word === 'income_certificate') return tellingOfCertificate(event);
  const other = actor_side === 'executor' ? 'business' : 'executor';
  const isAct = paper === 'act';
  const manage = isAct ? 'manage_acts' : 'manage_contracts';
  switch (action) {
    case 'send':
      return ['sent', 'signed_by_business'].includes(status)
        ? { kind: isAct ? 'act_sent' : 'contract_sent', side: 'executor', rights: ['sign'] }
        : null;
    case 'sign':
      // Of our own signature over what was sent before, the executor has been told already.
      return to_status === 'signed_by_business'
        ? null
        : { kind: isAct ? 'act_signed' : 'contract_signed', side: other, rights: ['sign', manage] };
    case 'return':
      return { kind: 'act_returned', side: 'business', rights: [manage] };
    case 'comment':
      // Words at a draft come with the act, of which the executor is told then.
      return actor_side === 'business' && status === 'draft'
        ? null
        : { kind: 'act_commented', side: other, rights: [manage] };
    case 'refuse':
      return actor_side === 'executor'
        ? { kind: 'contract_refused', side: 'business', rights: [manage] }
        : null;
    // It is signers who answer.
    case 'annul':
      return { kind: 'act_annulled', side: other, rights: ['sign', manage] };
    case 'refuse_annulment':
      return { kind: 'act_annulment_refused', side: other, rights: ['sign', manage] };
    case 'reject_payment':
      // A user who cancels an order, or records what the bank said, already knows it.
      return actor_side === 'bank'
        ? { kind: 'act_payment_rejected', side: 'business', rights: ['pay'] }
        : null;
    case 'settle':
      return { kind: 'act_paid', side: 'executor', rights: [] };
    case 'recall':
    case 'delete':
    case 'restore':
    case 'restore_refused':
      // What waits for the other side is gone from its list, and nothing has to be done.
      return null;
    case 'terminate':
    case 'end_agreed':
    case 'expire':
    case 'sign_by_hand':
    case 'confirm_hand':
    case 'dispute_hand':
    case 'accept_hand':
    case 'uphold_hand':
    case 'reject_hand':
      // These deeds tell the parties themselves.
      return null;
    case 'pay':
    case 'reopen_payment':
    case 'return_payment':
    case 'record_refund':
      // The bank has not answered, or the company alone is concerned.
      return null;
    case 'create':
    case 'copy':
    case 'import':
    case 'correct':
    case 'generate':
    case 'edit':
    case 'attach':
    case 'detach':
    case 'replace':
    // Its message goes to whoever it is for.
    case 'send_link':
      return null;
  }
}

/** The company signs it, whoever asked for it, and the executor waits. */
function tellingOfCertificate({ action, status }: PaperEvent): Telling | null {
  switch (action) {
    case 'send':
      return status === 'sent' ? { kind: 'certificate_asked', side: 'business', rights: ['sign'] } : null;
    case 'sign':
      return { kind: 'certificate_signed', side: 'executor', rights: [] };
    case 'refuse':
      return { kind: 'certificate_refused', side: 'executor', rights: [] };
    default:
      return null;
  }
}

async function tellGroup(
  parts: Parts,
  tx: Tx,
  { kind, side, rights, from, to, events }: Group,
  signLink: MakeSignLink,
) {
  const last = events.at(-1)!;
  const pages = `/lk/${side}/${LISTS[last.paper]}`;
  const list = listOf(side, kind, last.word);
  const papers = new Set(events.map(({ paper_id }) => paper_id)).size;
  const isOne = papers === 1;
  const party = plainName(await getCompanyName(tx, from));
  const now = parts.clock.now();
  const isOfPerson = events.some(({ actor_user_id }) => actor_user_id !== null);
  for (const person of await listReached(tx, to, rights)) {
    if (person.id === last.actor_user_id) continue;
    await tellPerson(parts, tx, person, {
      kind,
      company_id: to,
      words: {
        party,
        paper: last.word,
        ...(isOne && { number: last.number }),
      },
      count: papers,
      path: isOne ? `${pages}/${last.paper_id}` : list,
      together: list,
      waits: waitsOf(side, kind, events),
      once: `${last.paper}:${last.paper_id}:${last.seq}`,
      // Of what comes in numbers one message a day tells; the rest stands behind the bell.
      ...(!events.some(({ is_asked_for }) => is_asked_for) && {
        message_once: `${from}:${to}:${almatyDate(now)}`,
      }),
      not_before: isOfPerson ? null : quietUntil(now),
      // Of several the page behind the link leads on from one to the next.
      ...(ASKS_TO_SIGN.includes(kind) && { sign_link: () => signLink(tx, last, person.id) }),
    });
  }
}

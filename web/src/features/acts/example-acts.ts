import { ACT_STATUS_IDS, nextActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActAction, ActSide, ActStatus } from '@kelisim/shared/features/acts/act-status.ts';
import type { ActListItem } from '@kelisim/shared/features/acts/acts.contract.ts';
import { addDays } from '@kelisim/shared/kernel/dates.ts';
import { momentOf } from './act-words.ts';

/** Names of an example, in the language of the page. */
export interface ExampleNames {
  company: string;
  executor: string;
  no_number: string;
  titles: readonly [string, string, string, string];
  number: (at: number) => string;
}

const ACTS: readonly [ActStatus, string][] = [
  ['draft', '120000.00'],
  ['sent', '85000.00'],
  ['signed_by_executor', '240000.00'],
  ['signed', '60000.00'],
];

/**
 * Acts of the month before, in four states. They are made in the page and never leave it: no call takes them, so no
 * list, sum, tax, tariff or event of a company can hold them.
 */
export function makeExample(today: string, names: ExampleNames): ActListItem[] {
  const last = addDays(`${today.slice(0, 7)}-01`, -1);
  const moment = `${today}T04:00:00.000Z`;
  const party = (id: number, name: string) => ({
    id,
    name,
    display_name: null,
    bin: names.no_number,
    phone: null,
  });
  return ACTS.map(([status, amount], at) =>
    inState(
      {
        id: at + 1,
        number: names.number(at + 1),
        title: names.titles[at] ?? '',
        act_date: last,
        start_date: `${last.slice(0, 7)}-01`,
        end_date: last,
        created_at: moment,
        updated_at: moment,
        deleted_at: null,
        amount,
        additional_info: null,
        auto_generate: false,
        is_copy: false,
        knp: null,
        contract_id: 1,
        document_id: null,
        company: party(1, names.company),
        contractor_company: party(2, names.executor),
        version: 1,
        annulment_requested_by: null,
        executor_signs_first: false,
        reason: null,
        corrects_act_id: null,
        comments_unread: 0,
      },
      status,
    ),
  );
}

type Stateless = Omit<ActListItem, 'status' | 'paid' | 'open' | 'is_signed' | 'is_payed'>;

function inState(act: Stateless, status: ActStatus): ActListItem {
  const is_paid = status === 'paid';
  return {
    ...act,
    status: { id: ACT_STATUS_IDS[status], code: status, name: status },
    paid: is_paid ? act.amount : '0.00',
    open: status === 'signed' || status === 'paying' ? act.amount : '0.00',
    is_signed: is_paid || status === 'signed' || status === 'paying',
    is_payed: is_paid,
  };
}

/** The act after a deed, by the state table of real acts; unchanged where the table does not know the deed. */
export function afterDeed(act: ActListItem, deed: ActAction, by: ActSide): ActListItem {
  const next = nextActStatus(momentOf(act), deed, by);
  return next === null ? act : inState(act, next);
}

/** What the executor and the bank would do next: in an example the reader does it for them. */
const OF_OTHERS = [
  { deed: 'sign', by: 'executor' },
  { deed: 'return', by: 'executor' },
  { deed: 'settle', by: 'bank' },
] as const satisfies { deed: ActAction; by: ActSide }[];
export type OtherDeed = (typeof OF_OTHERS)[number];

export const otherDeeds = (act: ActListItem): OtherDeed[] =>
  OF_OTHERS.filter(
    ({ deed, by }) =>
      // The bank settles what was sent to it; an advance is no part of the example.
      (deed !== 'settle' || act.status.code === 'paying') && nextActStatus(momentOf(act), deed, by) !== null,
  );

import type { ActInput, ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { lineName, ofLineName, type LineName } from '@kelisim/shared/features/acts/line-kinds.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { monthsAround } from './months.ts';

/** A line as it is typed: everything is text, ids too. */
export interface ServiceDraft {
  /** Stands for the line on the screen, whatever is above it. */
  key: string;
  category_id: string;
  description: string;
  quantity: string;
  unit_id: string;
  rate: string;
  /** Not shown in the grid; kept so that editing does not lose it. */
  service_date: string;
  /** What the line is for; left out while it is work that nobody made anything else of. */
  kind?: LineName;
}

export interface ActDraft {
  contractor_company_id: string;
  contract_id: string;
  title: string;
  date: string;
  start_date: string;
  end_date: string;
  knp: string;
  additional_info: string;
  /** How often it repeats; empty when it does not. Drafts kept on a device before there was such a thing have none. */
  period_id?: string;
  /** What it was when the form was opened: only a change of it is sent, since another may decide of it meanwhile. */
  period_before?: string;
  services: ServiceDraft[];
}

export type ActField = Exclude<keyof ActDraft, 'services' | 'period_id' | 'period_before'>;
export type ServiceField = Exclude<keyof ServiceDraft, 'key' | 'service_date' | 'kind'>;

let last_key = 0;

/** An empty line; category and unit are most often those of the line above. */
export function newService(above?: ServiceDraft, kind?: LineName): ServiceDraft {
  last_key += 1;
  return {
    key: `${Date.now().toString(36)}-${last_key}`,
    category_id: above?.category_id ?? '',
    description: '',
    quantity: '1',
    unit_id: above?.unit_id ?? '',
    rate: '',
    service_date: '',
    ...(kind && { kind }),
  };
}

/** A contract is chosen with its executor when there is no other, as is an executor when only one can be chosen. */
export function chosenParty(executors: readonly PartyChoice[], id?: string | null): Chosen {
  const usable = executors.filter((one) => one.contracts.length > 0);
  const found =
    id === undefined
      ? usable.length === 1
        ? usable[0]
        : undefined
      : executors.find((one) => String(one.executor_company_id) === id);
  const [only, ...others] = found?.contracts ?? [];
  return {
    contractor_company_id: found ? String(found.executor_company_id) : '',
    contract_id: only && others.length === 0 ? String(only.id) : '',
  };
}

interface PartyChoice {
  executor_company_id: number;
  contracts: readonly { id: number }[];
}
type Chosen = Pick<ActDraft, 'contractor_company_id' | 'contract_id'>;

export function newDraft(chosen: Chosen = chosenParty([])): ActDraft {
  const { current } = monthsAround();
  const today = almatyDate(new Date());
  return {
    ...chosen,
    title: '',
    date: today,
    start_date: current.from,
    // Work that lies ahead is not accepted: the paper prints this day as the day it was done.
    end_date: today,
    knp: '',
    additional_info: '',
    period_id: '',
    period_before: '',
    services: [newService()],
  };
}

export function draftOf(act: ActView): ActDraft {
  const period_id = act.schedule?.next_date ? String(act.schedule.period.id) : '';
  return {
    contractor_company_id: String(act.contractor_company.id),
    contract_id: String(act.contract_id),
    title: act.title,
    date: act.act_date,
    start_date: act.start_date,
    end_date: act.end_date,
    knp: act.knp ?? '',
    additional_info: act.additional_info ?? '',
    period_id,
    period_before: period_id,
    services: act.services.map((service) => ({
      key: String(service.id),
      category_id: String(service.category.id),
      description: service.description,
      quantity: service.quantity,
      unit_id: String(service.unit.id),
      rate: service.rate.replace(/\.00$/, ''),
      service_date: service.service_date ?? '',
      ...(service.kind !== 'work' && { kind: lineName(service) }),
    })),
  };
}

/** What is sent; the draft has been checked before. */
export function toInput(draft: ActDraft): ActInput {
  return {
    title: draft.title.trim(),
    contractor_company_id: Number(draft.contractor_company_id),
    contract_id: Number(draft.contract_id),
    date: draft.date,
    start_date: draft.start_date,
    end_date: draft.end_date,
    knp: draft.knp || null,
    additional_info: draft.additional_info.trim() || null,
    ...(draft.period_id !== draft.period_before && {
      auto_generate: Boolean(draft.period_id),
      period_id: draft.period_id ? Number(draft.period_id) : null,
    }),
    services: draft.services.map((service) => ({
      category_id: Number(service.category_id),
      description: service.description.trim(),
      quantity: service.quantity,
      unit_id: Number(service.unit_id),
      rate: service.rate,
      service_date: service.service_date || null,
      ...ofLineName(service.kind ?? 'work'),
    })),
  };
}

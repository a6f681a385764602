import type { LineKind } from '@kelisim/shared/features/acts/line-kinds.ts';
import { createHash } from 'node:crypto';

/** What an act says, apart from its life. Two acts with equal content have equal hashes. */
export interface ActContent {
  contractor_company_id: number;
  contract_id: number;
  title: string;
  act_date: string;
  start_date: string;
  end_date: string;
  knp: string | null;
  additional_info: string | null;
  amount_tiyn: bigint;
  services: ServiceContent[];
  /** Only on a correcting act. */
  corrects_act_id?: number | null;
}

export interface ServiceContent {
  category_id: number;
  description: string;
  quantity: string;
  rate_tiyn: bigint;
  amount_tiyn: bigint;
  unit_id: number;
  service_date: string | null;
  kind: LineKind;
  taxed: boolean;
}

/**
 * SHA-256 over the content in a fixed order, with the number. It is stored when the bytes are frozen and compared
 * by the invariants: an act with a signature has not been changed since (I6).
 */
export function contentHash(act: { year: number; number: number } & ActContent): Buffer {
  const parts = [
    act.year,
    act.number,
    act.contractor_company_id,
    act.contract_id,
    act.title,
    act.act_date,
    act.start_date,
    act.end_date,
    act.knp,
    act.additional_info,
    String(act.amount_tiyn),
    act.services.map((service) => [
      service.category_id,
      service.description,
      Number(service.quantity).toFixed(3),
      String(service.rate_tiyn),
      String(service.amount_tiyn),
      service.unit_id,
      service.service_date,
      // What was hashed before lines had kinds has the same hash today.
      ...(service.kind === 'work' ? [] : [service.kind, service.taxed]),
    ]),
    // What was hashed before there were corrections has the same hash today.
    ...(act.corrects_act_id ? [act.corrects_act_id] : []),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

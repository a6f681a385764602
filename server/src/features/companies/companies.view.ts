import type { Requisite } from '@kelisim/shared/features/banking/banking.contract.ts';
import type {
  CompanyChange,
  CompanyRow,
  CompanyView,
  NameRequest,
} from '@kelisim/shared/features/companies/companies.contract.ts';
import { formatMoney } from '@kelisim/shared/kernel/money.ts';
import type { listCompanyDeeds } from '../company-history/public.ts';
import type { findPartner, OwnCompany, SeenCompany } from './companies.queries.ts';
import type { findNameRequest, listNameRequests } from './name-requests.queries.ts';

export function toCompany(
  { executors, director_name: _, ...row }: OwnCompany,
  requisites: Requisite[],
  origin: Pick<
    CompanyRow,
    'commission' | 'stage' | 'register_link' | 'has_partner' | 'partner_name' | 'partner_commission'
  >,
  request: Awaited<ReturnType<typeof findNameRequest>>,
): CompanyView {
  const { commission, stage, register_link, has_partner, partner_name, partner_commission } = origin;
  return {
    ...row,
    requisites,
    ...toPartner(row),
    current_executor_count: Number(executors ?? 0),
    executor_count_updated_at: row.executor_count_updated_at?.toISOString() ?? null,
    commission,
    stage,
    register_link,
    has_partner,
    partner_name,
    partner_commission,
    name_request: request
      ? { name: request.name, name_kz: request.name_kz, asked_at: request.asked_at.toISOString() }
      : null,
    registered_at: row.registered_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

type Partner = NonNullable<Awaited<ReturnType<typeof findPartner>>>;

export function toPartner(row: Partner) {
  const { id, name, name_kz, display_name, bin, address, ceo_name, director_position } = row;
  return {
    id,
    role: row.role,
    type: row.type,
    status: row.status,
    name,
    name_kz,
    display_name,
    bin,
    address,
    ceo_name,
    director_position,
  };
}

export function toCompanyRow(
  { director_id, director_name, people, ...row }: SeenCompany,
  commission: string | null,
): CompanyRow {
  const { id, name, bin, phone, email, partner_name, partner_commission_bp: share } = row;
  return {
    id,
    name,
    bin,
    phone,
    email,
    role: row.role,
    type: row.type,
    status: row.status,
    director: director_id === null ? null : { user_id: director_id, full_name: director_name ?? '' },
    people: Number(people ?? 0),
    stage: row.stage,
    register_link:
      row.destination === null
        ? null
        : {
            destination: row.destination,
            receive_method: row.receive_method as 'sms' | 'email',
            created_at: row.link_made_at!.toISOString(),
            expires_at: row.link_expires_at!.toISOString(),
            used_at: row.link_used_at?.toISOString() ?? null,
          },
    commission,
    has_partner: partner_name !== null,
    partner_name,
    // Hundredths, as tiyn are.
    partner_commission: share === null ? null : formatMoney(BigInt(share)),
    registered_at: row.registered_at.toISOString(),
  };
}

type Deed = Awaited<ReturnType<typeof listCompanyDeeds>>['rows'][number];

export function toCompanyChange({ user_id, full_name, ...row }: Deed): CompanyChange {
  return {
    id: row.id,
    action: row.action,
    user: { id: user_id, full_name },
    api_key: row.api_key,
    before: row.before as CompanyChange['before'],
    after: row.after as CompanyChange['after'],
    created_at: row.created_at.toISOString(),
  };
}

type Asked = Awaited<ReturnType<typeof listNameRequests>>['rows'][number];

export function toNameRequest({ company_id, now, now_kz, bin, role, asked_at, ...row }: Asked): NameRequest {
  return {
    ...row,
    company: {
      id: company_id,
      name: now,
      name_kz: now_kz,
      bin,
      role: role as NameRequest['company']['role'],
    },
    is_mixed: isMixed(row.name) || isMixed(row.name_kz ?? ''),
    asked_at: asked_at.toISOString(),
  };
}

/** Latin letters among Cyrillic ones in one word are how a name is made to look like another. */
function isMixed(name: string): boolean {
  return /(\p{Script=Latin}\p{L}*\p{Script=Cyrillic}|\p{Script=Cyrillic}\p{L}*\p{Script=Latin})/u.test(name);
}

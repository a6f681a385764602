import type { Invitation } from '@kelisim/shared/features/invitations/invitations.contract.ts';
import type { InvitationRow } from './invitations.queries.ts';
import { DAY_MS } from './send-link.ts';

export function toInvitation(row: InvitationRow, now: Date): Invitation {
  const after = new Date(row.reminded_at.getTime() + DAY_MS);
  const living = row.status === 'sent' || row.status === 'opened';
  return {
    id: row.id,
    company_id: row.company_id,
    executor_company_id: row.executor_company_id,
    name: row.name,
    phone: row.phone,
    status: row.status,
    contract_document_id: row.template_id === null ? row.contract_id : null,
    contract_document_template_id: row.template_id,
    contract_title: row.contract_title,
    contract_number: row.contract_number,
    contract_date: row.contract_date,
    end_date: row.end_date,
    remind_after: living && after > now ? after.toISOString() : null,
    delivery: row.message_state
      ? {
          state: row.message_state as NonNullable<Invitation['delivery']>['state'],
          said: row.message_state === 'failed' ? row.gateway_says : null,
          sent_at: row.message_sent_at?.toISOString() ?? null,
        }
      : null,
    decline_reason: row.decline_reason,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

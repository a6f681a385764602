import type { EmployeeRight, PlatformRight } from '@kelisim/shared/kernel/rights.ts';
import type { Role } from '../../platform/session.ts';

type Right = EmployeeRight | PlatformRight;

interface Command {
  /** Its words are `command.<key>` and `command.<key>_also`. */
  key: string;
  /** Below the home of the side; two slashes begin an address that is the same for everybody. */
  at: string;
  sides: readonly Role[];
  /** Of an employee or an administrator, any of them; an executor has them all. */
  right?: Right | readonly Right[];
}

const BOTH = ['business', 'executor'] as const;
const COMPANY = ['business'] as const;
const DESK = ['admin'] as const;
const ALL = ['business', 'executor', 'admin'] as const;
/** Whoever has one of these finds something of their own among the books. */
const BOOKS = ['manage_settings', 'pay', 'manage_executors'] as const;

/** Everything that a person may set about or look at: deeds, then screens with their tabs. */
export const COMMANDS = [
  { key: 'sign', at: '?do=sign', sides: BOTH, right: 'sign' },
  { key: 'pay', at: '?do=pay', sides: COMPANY, right: 'pay' },
  { key: 'create_act', at: '/acts/creating-act', sides: COMPANY, right: 'manage_acts' },
  { key: 'import_acts', at: '/acts/import', sides: COMPANY, right: 'manage_acts' },
  { key: 'invite', at: '/executors?invite=true', sides: COMPANY, right: 'manage_executors' },
  { key: 'invite_many', at: '/executors/invite', sides: COMPANY, right: 'manage_executors' },
  { key: 'upload_contract', at: '/contracts?upload=true', sides: COMPANY, right: 'manage_contracts' },
  { key: 'close_month', at: '/settings/bookkeeping', sides: COMPANY, right: 'manage_settings' },
  { key: 'load_statement', at: '/payments?view=statements', sides: COMPANY, right: 'pay' },
  { key: 'upload_template', at: '/settings/templates?upload=true', sides: COMPANY, right: 'manage_settings' },
  { key: 'invite_employee', at: '/settings/employees?invite=true', sides: COMPANY, right: 'manage_settings' },
  { key: 'ask_support', at: '/support?create=true', sides: BOTH },
  { key: 'home', at: '', sides: BOTH },
  { key: 'example', at: '/example', sides: COMPANY },
  { key: 'acts', at: '/acts', sides: BOTH },
  { key: 'waiting', at: '/acts?waiting=true', sides: BOTH },
  { key: 'drafts', at: '/acts?status_id=1', sides: COMPANY },
  { key: 'returned', at: '/acts?status_id=6', sides: COMPANY },
  { key: 'to_pay', at: '/acts?status_id=5&amount_from=0.01', sides: COMPANY },
  { key: 'paid', at: '/acts?status_id=10', sides: BOTH },
  { key: 'contracts', at: '/contracts', sides: BOTH },
  { key: 'contracts_waiting', at: '/contracts?waiting=true', sides: BOTH },
  { key: 'executors', at: '/executors', sides: COMPANY },
  { key: 'invitations', at: '/executors?view=invited', sides: COMPANY },
  { key: 'payments', at: '/payments', sides: COMPANY },
  { key: 'payments_waiting', at: '/payments?view=waiting', sides: COMPANY },
  { key: 'payments_second', at: '/payments?view=second', sides: COMPANY },
  { key: 'payments_bank', at: '/payments?view=bank', sides: COMPANY },
  { key: 'payments_settled', at: '/payments?view=settled', sides: COMPANY },
  { key: 'payments_failed', at: '/payments?view=failed', sides: COMPANY },
  { key: 'payment_files', at: '/payments?view=files', sides: COMPANY },
  { key: 'taxes', at: '/taxes', sides: COMPANY, right: 'pay' },
  { key: 'income', at: '/income', sides: BOTH },
  { key: 'invoices', at: '/esf', sides: BOTH },
  { key: 'invoices_inbound', at: '/esf/inbound', sides: COMPANY },
  { key: 'reconciliation', at: '/reconciliation', sides: BOTH },
  { key: 'reconciliation_acts', at: '/reconciliation/acts', sides: BOTH },
  { key: 'statistics', at: '/statistics', sides: BOTH, right: 'view_statistics' },
  { key: 'support', at: '/support', sides: BOTH },
  { key: 'settings', at: '/settings/company', sides: BOTH, right: 'manage_settings' },
  { key: 'integrations', at: '/settings/integrations', sides: BOTH, right: 'manage_settings' },
  { key: 'api', at: '/settings/api', sides: COMPANY, right: 'manage_settings' },
  { key: 'templates', at: '/settings/templates', sides: COMPANY, right: 'manage_settings' },
  { key: 'bookkeeping', at: '/settings/bookkeeping', sides: COMPANY, right: BOOKS },
  { key: 'employees', at: '/settings/employees', sides: COMPANY, right: 'manage_settings' },
  { key: 'tariff', at: '/settings/tariff', sides: COMPANY, right: 'manage_settings' },
  { key: 'notices', at: '//lk/notices', sides: BOTH },
  { key: 'jobs', at: '//lk/jobs', sides: BOTH },
  { key: 'bin', at: '/bin', sides: COMPANY },
  { key: 'desk_queue', at: '', sides: DESK },
  { key: 'desk_verification', at: '/verification', sides: DESK, right: 'companies' },
  { key: 'desk_consultations', at: '/consultations', sides: DESK, right: 'companies' },
  { key: 'desk_companies', at: '/companies', sides: DESK, right: 'companies' },
  { key: 'desk_bank_refusals', at: '/bank-refusals', sides: DESK, right: 'companies' },
  { key: 'desk_agreement', at: '/agreement', sides: DESK, right: 'companies' },
  { key: 'desk_tariffs', at: '/tariffs', sides: DESK, right: 'tariffs' },
  { key: 'desk_incoming', at: '/tariffs/incoming', sides: DESK, right: 'tariffs' },
  { key: 'desk_setup', at: '/tariffs/setup', sides: DESK, right: 'tariffs' },
  { key: 'desk_taxes', at: '/taxes', sides: DESK, right: 'tariffs' },
  { key: 'desk_decisions', at: '/taxes/decisions', sides: DESK, right: 'tariffs' },
  { key: 'desk_tickets', at: '/tickets', sides: DESK, right: 'support' },
  { key: 'desk_disputes', at: '/disputes', sides: DESK, right: 'support' },
  { key: 'desk_acts', at: '/acts', sides: DESK, right: 'support' },
  { key: 'desk_users', at: '/users', sides: DESK, right: 'users' },
  { key: 'desk_administrators', at: '/administrators', sides: DESK, right: 'users' },
  { key: 'desk_outbox', at: '/outbox', sides: DESK, right: 'users' },
  { key: 'desk_texts', at: '/outbox/texts', sides: DESK, right: 'users' },
  { key: 'desk_jobs', at: '/jobs', sides: DESK, right: 'users' },
  { key: 'desk_health', at: '/health', sides: DESK, right: 'users' },
  { key: 'desk_audit', at: '/audit', sides: DESK, right: 'users' },
  { key: 'profile', at: '//lk/profile', sides: ALL },
  { key: 'verify', at: '//verify', sides: ALL },
] as const satisfies readonly Command[];

/** The address of a command for a side. */
export function hrefOf(side: Role, at: string): string {
  if (at.startsWith('//')) return at.slice(1);
  return side === 'admin' ? `/admin${at}` : `/lk/${side}${at}`;
}

/** What a person of this side with these rights may set about. */
export const commandsOf = (side: Role, may: (right: Right) => boolean) =>
  COMMANDS.filter(
    ({ sides, right }: Command) =>
      sides.includes(side) && (!right || (typeof right === 'string' ? [right] : right).some(may)),
  );

import type { EmployeeRight } from '@kelisim/shared/kernel/rights.ts';

type Side = 'business' | 'executor';

interface Command {
  /** Its words are `command.<key>` and `command.<key>_also`. */
  key: string;
  /** Below `/lk/<side>` unless it begins with a slash. */
  at: string;
  sides: readonly Side[];
  /** Of an employee; an executor has them all. */
  right?: EmployeeRight;
}

const BOTH = ['business', 'executor'] as const;
const COMPANY = ['business'] as const;

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
  { key: 'bookkeeping', at: '/settings/bookkeeping', sides: COMPANY, right: 'manage_settings' },
  { key: 'employees', at: '/settings/employees', sides: COMPANY, right: 'manage_settings' },
  { key: 'tariff', at: '/settings/tariff', sides: COMPANY, right: 'manage_settings' },
  { key: 'notices', at: '//lk/notices', sides: BOTH },
  { key: 'jobs', at: '//lk/jobs', sides: BOTH },
  { key: 'bin', at: '/bin', sides: COMPANY },
  { key: 'profile', at: '//lk/profile', sides: BOTH },
  { key: 'verify', at: '//verify', sides: BOTH },
] as const satisfies readonly Command[];

/** The address of a command for a side; two slashes begin one that is the same for everybody. */
export const hrefOf = (side: Side, at: string): string =>
  at.startsWith('//') ? at.slice(1) : `/lk/${side}${at}`;

/** What a person of this side with these rights may set about. */
export const commandsOf = (side: Side, may: (right: EmployeeRight) => boolean) =>
  COMMANDS.filter(
    (command: Command) => command.sides.includes(side) && (!command.right || may(command.right)),
  );

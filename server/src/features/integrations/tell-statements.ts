import type { BankFault, BankKind } from '@kelisim/shared/features/integrations/bank-kinds.ts';
import { BankUnusable, type AccountStatement, type StatementPeriod } from '../../adapters/banks/banks.ts';
import { NoAnswer } from '../../platform/outbound.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Parts } from '../../parts.ts';
import { accessOf } from './bank-secrets.ts';
import { listIntegrations, setStatementsAsked, takeDueStatements } from './integrations.queries.ts';

/** A connected bank that tells what happened on the accounts of the company. */
export interface StatementDoor {
  integration_id: number;
  kind: BankKind;
  asked_at: Date | null;
  /** Up to which day its statements are read. */
  until: string | null;
  fault: BankFault | null;
}

type Keys = Pick<Parts, 'bank_connectors'>;
type Told = { statements: AccountStatement[] } | { fault: BankFault };

const tells = ({ bank_connectors }: Keys, kind: BankKind, settings: Record<string, string>) =>
  bank_connectors[kind].statements !== undefined &&
  bank_connectors[kind].abilities({ settings }).tells_statements;

/** Null where no connected bank tells it, or its client has not agreed yet. */
export async function findStatementDoor(
  parts: Keys,
  db: Handle,
  company_id: number,
): Promise<StatementDoor | null> {
  const row = (await listIntegrations(db, company_id)).find(
    ({ kind, settings, secrets_sealed }) =>
      secrets_sealed !== null && tells(parts, kind as BankKind, settings as Record<string, string>),
  );
  if (!row) return null;
  return {
    integration_id: row.id,
    kind: row.kind,
    asked_at: row.statements_asked_at,
    until: row.statements_until,
    fault: row.statements_fault as BankFault | null,
  };
}

/** Asks the bank now, and remembers what kept it from telling. */
export async function askStatements(
  parts: Pick<Parts, 'db' | 'config' | 'bank_connectors'>,
  company_id: number,
  integration_id: number,
  ibans: readonly string[],
  period: StatementPeriod,
): Promise<Told> {
  const row = (await listIntegrations(parts.db, company_id)).find(({ id }) => id === integration_id);
  const statements = row && parts.bank_connectors[row.kind].statements;
  if (!row || !statements) return { fault: 'no_api' };
  try {
    return { statements: await statements(accessOf(parts, row), ibans, period) };
  } catch (error) {
    if (!(error instanceof BankUnusable) && !(error instanceof NoAnswer)) throw error;
    await setStatementsAsked(parts.db, integration_id, { fault: error.fault });
    return { fault: error.fault };
  }
}

/** @param until null where days before it are not read yet */
export const statementsRead = (db: Handle, integration_id: number, until: string | null) =>
  setStatementsAsked(db, integration_id, { until });

/** Those that are to be asked by the clock; each is taken by one process. */
export function takeDue(parts: Keys & Pick<Parts, 'db'>, rest_s: number) {
  const kinds = Object.values(parts.bank_connectors)
    .filter(({ kind }) => tells(parts, kind, {}))
    .map(({ kind }) => kind);
  return takeDueStatements(parts.db, kinds, rest_s);
}

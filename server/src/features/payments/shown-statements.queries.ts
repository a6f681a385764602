import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import { sql, type Selectable } from 'kysely';
import { countRows } from '../../platform/db/count-rows.ts';
import { rowsOfPage, totalOf, type Page } from '../../platform/db/page-of.ts';
import type { Handle } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isWithExecutor } from './undecided.queries.ts';
import type { StatementRefusal } from './statements.queries.ts';

function shownStatements(db: Handle, company_id: number) {
  const count = (state: string | null) =>
    sql<number>`(select count(*) from bank_operations p where p.company_id = s.company_id and p.statement_id = s.id
      and (${state}::text is null or p.state = ${state}))`;
  return db
    .selectFrom('bank_statements as s')
    .leftJoin('users as u', 'u.id', 's.uploaded_by')
    .leftJoin('api_keys as k', 'k.id', 's.api_key_id')
    .selectAll('s')
    .select([
      'u.full_name as uploader_name',
      'k.name as api_key',
      // Read again on a later day, the same file brings what had been in the future.
      sql<StatementRefusal[]>`(select coalesce(jsonb_agg(r order by (r->>'line')::int), '[]')
        from jsonb_array_elements(s.refused) r where not exists (select from bank_operations p
        where p.company_id = s.company_id and p.statement_id = s.id and p.line = (r->>'line')::int))`.as(
        'refused',
      ),
      count(null).as('operations'),
      count('matched').as('matched'),
      count('unmatched').as('unmatched'),
    ])
    .where('s.company_id', '=', company_id);
}

export type ShownStatement = Awaited<ReturnType<ReturnType<typeof shownStatements>['execute']>>[number];

export function findStatement(db: Handle, company_id: number, statement_id: number) {
  return shownStatements(db, company_id).where('s.id', '=', statement_id).executeTakeFirstOrThrow();
}

export async function listStatements(db: Handle, company_id: number, page: Page) {
  const rows = await rowsOfPage(shownStatements(db, company_id).orderBy('s.id', 'desc'), page);
  return {
    rows,
    total: await totalOf(db.selectFrom('bank_statements').where('company_id', '=', company_id)),
  };
}

export interface ShownPart {
  id: number;
  number: number | null;
  act_number: string;
  payee: string;
  amount_tiyn: string;
}

export interface ShownAdvance {
  executor_company_id: number;
  name: string;
  amount_tiyn: string;
}

interface ShownObligation {
  month: string;
  kind: ObligationKind;
  person: string | null;
}

function shownOperations(db: Handle, company_id: number) {
  return db
    .selectFrom('bank_operations as p')
    .innerJoin('bank_statements as s', (join) =>
      join.onRef('s.company_id', '=', 'p.company_id').onRef('s.id', '=', 'p.statement_id'),
    )
    .selectAll('p')
    .select(['s.iban as account'])
    .select(
      sql<ShownPart[]>`coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'number', o.number,
          'act_number', a.number || '/' || a.year, 'payee', o.payee_name, 'amount_tiyn', abs(m.amount_tiyn)::text) order by o.id)
        from settlements m join payment_orders o on o.company_id = m.company_id and o.id = m.order_id
        join acts a on a.company_id = o.company_id and a.id = o.act_id
        where m.company_id = p.company_id and m.operation_id = p.id and m.undone_at is null), '[]')`.as(
        'orders',
      ),
    )
    .select(
      sql<ShownAdvance | null>`(select jsonb_build_object('executor_company_id', x.id, 'name', x.name, 'amount_tiyn', v.amount_tiyn::text)
        from advances v join companies x on x.id = v.executor_company_id
        where v.company_id = p.company_id and v.operation_id = p.id and v.undone_at is null)`.as('advance'),
    )
    .select(
      sql<ShownObligation | null>`(select jsonb_build_object('month', d.month, 'kind', d.kind, 'person', x.name)
        from obligation_payments d left join companies x on x.id = d.executor_company_id
        where d.company_id = p.company_id and d.operation_id = p.id and d.untold_at is null)`.as(
        'obligation',
      ),
    )
    .where('p.company_id', '=', company_id);
}

export type ShownOperation = Awaited<ReturnType<ReturnType<typeof shownOperations>['execute']>>[number];

export function findOperation(db: Handle, company_id: number, operation_id: number) {
  return shownOperations(db, company_id).where('p.id', '=', operation_id).executeTakeFirst();
}

export async function listOperations(
  db: Handle,
  company_id: number,
  filter: {
    statement_id?: number | undefined;
    state?: Selectable<Tables['bank_operations']>['state'] | undefined;
    direction?: 'out' | 'in' | undefined;
    executor_company_id?: number | undefined;
    updated_since?: string | undefined;
  },
  page: Page,
) {
  let query = shownOperations(db, company_id);
  if (filter.statement_id) query = query.where('p.statement_id', '=', filter.statement_id);
  if (filter.state) query = query.where('p.state', '=', filter.state);
  if (filter.direction) query = query.where('p.direction', '=', filter.direction);
  if (filter.executor_company_id) query = query.where(isWithExecutor(filter.executor_company_id));
  const changed = sql<Date>`greatest(s.created_at, p.settled_at)`;
  if (filter.updated_since) query = query.where(changed, '>=', new Date(filter.updated_since));
  const rows = await rowsOfPage(query.orderBy('p.day', 'desc').orderBy('p.id', 'desc'), page);
  return { rows, ...(await countRows(db, query.clearSelect().select('p.id'))) };
}

/** Money that went out and that nobody has said anything about yet. */
export function countUnmatched(db: Handle, company_id: number): Promise<number> {
  return totalOf(
    db
      .selectFrom('bank_operations')
      .where((eb) => eb.and({ company_id, state: 'unmatched', direction: 'out', currency: 'KZT' })),
  );
}

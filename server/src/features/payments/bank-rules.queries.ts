import type { SetAsideKind } from '@kelisim/shared/features/payments/order-status.ts';
import { sql } from 'kysely';
import type { CompanyActor } from '../../platform/actor.ts';
import { type Handle, type Tx, NOW } from '../../platform/db/database.ts';
import { idOf } from '../../platform/db/id-of.ts';
import { lockStatements } from './statements.queries.ts';

export interface NewRule {
  direction: 'out' | 'in';
  counterparty_bin?: string | null | undefined;
  counterparty_iban?: string | null | undefined;
  words?: string | null | undefined;
  kind: SetAsideKind;
}

/** Keeps a rule and sets aside what waits and what it names; one that is kept already is answered. */
export async function addRule(tx: Tx, actor: CompanyActor, rule: NewRule): Promise<number> {
  const { company_id, user_id } = actor;
  // Two that ask at once would both find none.
  await lockStatements(tx, company_id);
  const conditions = {
    direction: rule.direction,
    counterparty_bin: rule.counterparty_bin ?? null,
    counterparty_iban: rule.counterparty_iban ?? null,
    words: rule.words?.trim() || null,
    kind: rule.kind,
  };
  const kept = await tx
    .selectFrom('bank_rules')
    .select('id')
    .where('company_id', '=', company_id)
    .where('ended_at', 'is', null)
    .where((eb) => eb.and({ direction: conditions.direction, kind: conditions.kind }))
    .where('counterparty_bin', 'is not distinct from', conditions.counterparty_bin)
    .where('counterparty_iban', 'is not distinct from', conditions.counterparty_iban)
    .where('words', 'is not distinct from', conditions.words)
    .executeTakeFirst();
  if (kept) return kept.id;
  const id = await idOf(
    tx
      .insertInto('bank_rules')
      .values({ company_id, ...conditions, made_by: user_id })
      .returning('id'),
  );
  await applyRules(tx, company_id);
  return id;
}

/** From now on the rule sets nothing aside; what it has set aside stays so. A second time is the same. */
export async function endRule(tx: Tx, actor: CompanyActor, rule_id: number): Promise<boolean> {
  const found = await tx
    .selectFrom('bank_rules')
    .select('ended_at')
    .where((eb) => eb.and({ company_id: actor.company_id, id: rule_id }))
    .forUpdate()
    .executeTakeFirst();
  if (found && found.ended_at === null)
    await tx
      .updateTable('bank_rules')
      .set({ ended_at: NOW, ended_by: actor.user_id })
      .where((eb) => eb.and({ company_id: actor.company_id, id: rule_id }))
      .execute();
  return found !== undefined;
}

/** Rules that a company keeps, newest first, each with how many operations it has set aside. */
export function listRules(db: Handle, company_id: number) {
  return db
    .selectFrom('bank_rules as r')
    .innerJoin('users as u', 'u.id', 'r.made_by')
    .select([
      'r.id',
      'r.direction',
      'r.counterparty_bin',
      'r.counterparty_iban',
      'r.words',
      'r.kind',
      'r.made_at',
      'u.full_name as made_by',
      sql<number>`(select count(*) from bank_operations p where p.company_id = r.company_id and p.rule_id = r.id)`.as(
        'operations',
      ),
    ])
    .where('r.company_id', '=', company_id)
    .where('r.ended_at', 'is', null)
    .orderBy('r.id', 'desc')
    .limit(200)
    .execute();
}

/** Sets aside what waits and what a rule of the company names; a row that a person has taken back is left to people. */
export async function applyRules(tx: Tx, company_id: number): Promise<void> {
  await sql`
    update bank_operations p set state = 'set_aside', kind = r.kind, rule_id = r.id, settled_at = now(), settled_by = null
    from (
      select distinct on (o.id) o.id as operation_id, k.id, k.kind
      from bank_operations o join bank_rules k on k.company_id = o.company_id and k.ended_at is null
        and k.direction = o.direction
        and (k.counterparty_bin is null or k.counterparty_bin = o.counterparty_bin)
        and (k.counterparty_iban is null or k.counterparty_iban = o.counterparty_iban)
        and (k.words is null or strpos(lower(o.purpose), lower(k.words)) > 0)
      where o.company_id = ${company_id} and o.state = 'unmatched' and not o.left_to_person
      order by o.id, k.id) r
    where p.company_id = ${company_id} and p.id = r.operation_id
      -- Somebody may have matched it while this waited for the row.
      and p.state = 'unmatched' and not p.left_to_person`.execute(tx);
}

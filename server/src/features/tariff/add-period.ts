import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Actor } from '../../platform/actor.ts';
import { violatedConstraint, type Database } from '../../platform/db/database.ts';
import { addPeriod } from './tariff.queries.ts';

interface Asked {
  /** In both languages, where one of them is not said by itself. */
  name?: string | undefined;
  name_ru?: string | undefined;
  name_kz?: string | undefined;
  months: number;
}

/** Adds a period that tariffs are paid for; there is one of so many months. */
export async function addTariffPeriod(db: Database, actor: Actor, asked: Asked) {
  const { name, name_ru = name, name_kz = name, months } = asked;
  if (!name_ru) throw new Problem('missing_field', { field: 'name_ru' });
  if (!name_kz) throw new Problem('missing_field', { field: 'name_kz' });
  const row = { name_ru: name_ru.trim(), name_kz: name_kz.trim(), months, created_by: actor.user_id };
  try {
    return await addPeriod(db, row);
  } catch (error) {
    if (violatedConstraint(error) === 'tariff_periods_months_key')
      throw new Problem('tariff.period_exists', { field: 'months' });
    throw error;
  }
}

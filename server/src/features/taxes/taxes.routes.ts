import { figuresOf, TAX_FIGURES } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import {
  addFigure,
  findFigure,
  holdFigures,
  listFigures,
  listFiguresOfYear,
  listYears,
  type FigureWish,
} from './figures.queries.ts';

type Names = 'taxes.figures' | 'taxes.set_figure';

export function taxesRoutes({ db }: Parts): Pick<Handlers, Names> {
  return {
    'taxes.figures': async ({ input }) => {
      const { year } = input.query;
      const rows = await listFiguresOfYear(db, year);
      const known = figuresOf(await listFigures(db), `${year}-12-31`);
      return {
        years: await listYears(db),
        items: rows.map(({ created_by: _who, ...row }) => ({
          ...row,
          created_at: row.created_at.toISOString(),
        })),
        missing: TAX_FIGURES.filter((figure) => known[figure] === undefined),
      };
    },
    'taxes.set_figure': async ({ input, actor }) => {
      const { source, note, ...rest } = input.body;
      const wish = { ...rest, source: source.trim(), note: note?.trim() ?? '' };
      if (wish.valid_until < wish.valid_from) throw new Problem('taxes.days', { field: 'valid_until' });
      return db.transaction().execute(async (tx) => {
        await holdFigures(tx);
        const before = await findFigure(tx, wish.figure, wish.valid_from);
        if (before && isSame(before, wish)) return { id: before.id };
        const id = await addFigure(tx, wish, actor.user_id);
        const shown = (value: string | null) => value ?? '–';
        const detail = {
          [`tax_${wish.figure}`]: before
            ? `${shown(before.value)} → ${shown(wish.value)}`
            : shown(wish.value),
          date: wish.valid_from,
        };
        await noteDeskDeed(tx, actor, { kind: 'tax_figure_set', detail });
        return { id };
      });
    },
  };
}

const isSame = (one: FigureWish, other: FigureWish) =>
  one.valid_until === other.valid_until &&
  one.source === other.source &&
  one.note === other.note &&
  (one.value === null ? null : Number(one.value)) === (other.value === null ? null : Number(other.value));

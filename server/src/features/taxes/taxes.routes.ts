import { figuresOf, isFigure, TAX_FIGURES } from '@kelisim/shared/features/taxes/tax-figures.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { noteCompanyDeed } from '../company-history/public.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { decide, readDecisions } from './decide.ts';
import { drawDecisions } from './draw-decisions.ts';
import {
  addFigure,
  findFigure,
  holdFigures,
  listFigures,
  listFiguresOfYear,
  listYears,
  type FigureInput,
} from './figures.queries.ts';
import type { EarlierCalls } from './earlier.routes.ts';
import type { StandingCalls } from './standings.routes.ts';

type Names = Exclude<Extract<keyof Handlers, `taxes.${string}`>, StandingCalls | EarlierCalls>;

export function taxesRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db, clock } = parts;
  const today = () => almatyDate(clock.now());
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
      if (wish.value !== null && !isFigure(wish.figure, Number(wish.value)))
        throw new Problem('taxes.value', { field: 'value' });
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
    'taxes.decisions': async () => ({ items: await readDecisions(db, null, today()) }),
    'taxes.decide': async ({ input, actor }) => {
      const { question, choice, valid_from, note } = input.body;
      const wish = { company_id: null, question, choice, valid_from, note: note?.trim() ?? '' };
      return db.transaction().execute(async (tx) => {
        const { id, before } = await decide(tx, wish, actor.user_id);
        if (before === null) return { id };
        const detail = { tax_question: question, tax_choice: `${before} → ${choice}`, date: valid_from };
        await noteDeskDeed(tx, actor, { kind: 'tax_decided', detail });
        return { id };
      });
    },
    'taxes.decisions_paper': ({ locale }) => drawDecisions(parts, null, locale),
    'taxes.company_decisions': async ({ actor }) => ({
      items: await readDecisions(db, actor.company_id, today()),
    }),
    'taxes.decide_for_company': async ({ input, actor }) => {
      const { company_id, user_id, ip = null } = actor;
      const { question, choice, valid_from, note } = input.body;
      const wish = { company_id, question, choice, valid_from, note: note?.trim() ?? '' };
      return db.transaction().execute(async (tx) => {
        const { id, before } = await decide(tx, wish, user_id);
        if (before === null) return { id };
        await noteCompanyDeed(parts, tx, {
          company_id,
          user_id,
          ip,
          action: 'tax_decided',
          before: { [question]: before },
          after: { [question]: choice, from: valid_from },
        });
        return { id };
      });
    },
    'taxes.company_paper': ({ actor, locale }) => drawDecisions(parts, actor.company_id, locale),
  };
}

const isSame = (one: FigureInput, other: FigureInput) =>
  one.valid_until === other.valid_until &&
  one.source === other.source &&
  one.note === other.note &&
  (one.value === null ? null : Number(one.value)) === (other.value === null ? null : Number(other.value));

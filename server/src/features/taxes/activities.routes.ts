import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { noteDeskDeed } from '../security-log/public.ts';
import { addActivity, findActivityFrom, holdActivities, listActivities } from './activities.queries.ts';

type Names = Extract<keyof Handlers, `activities.${string}`>;

export function activitiesRoutes({ db }: Parts): Pick<Handlers, Names> {
  return {
    'activities.list': async () => {
      const rows = await listActivities(db);
      return rows.map(({ created_by: _who, ...row }) => ({
        ...row,
        created_at: row.created_at.toISOString(),
      }));
    },
    'activities.set': async ({ input, actor }) => {
      const { name, source, ...rest } = input.body;
      const wish = { ...rest, name: name?.trim() ?? '', source: source.trim() };
      if (wish.valid_until !== null && wish.valid_until < wish.valid_from)
        throw new Problem('taxes.days', { field: 'valid_until' });
      return db.transaction().execute(async (tx) => {
        await holdActivities(tx);
        const before = await findActivityFrom(tx, wish.oked, wish.valid_from);
        const isSame =
          before?.name === wish.name &&
          before.valid_until === wish.valid_until &&
          before.source === wish.source;
        if (before && isSame) return { id: before.id };
        const id = await addActivity(tx, wish, actor.user_id);
        const detail = { oked: `${wish.oked} ${wish.name}`.trim(), date: wish.valid_from };
        await noteDeskDeed(tx, actor, { kind: 'tax_activity_set', detail });
        return { id };
      });
    },
  };
}

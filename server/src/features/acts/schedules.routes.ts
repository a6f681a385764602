import { ACT_PERIODS } from '@kelisim/shared/features/acts/act-periods.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import type { Parts } from '../../parts.ts';
import { getScheduleView, periodView } from './schedules.view.ts';
import { areAutoActsSent, setAutoActsSent } from './schedules.queries.ts';
import { changeSchedule } from './set-schedule.ts';

type Names = Extract<keyof Handlers, `act_schedules.${string}`>;

export function actSchedulesRoutes({ db, clock }: Parts): Pick<Handlers, Names> {
  return {
    'act_schedules.periods': async ({ locale }) => ACT_PERIODS.map((period) => periodView(period, locale)),
    'act_schedules.set': async ({ input, actor, locale }) => {
      const { act_id } = input.params;
      const today = almatyDate(clock.now());
      await db.transaction().execute((tx) => changeSchedule(tx, actor, act_id, input.body, today));
      return getScheduleView(db, { company_id: actor.company_id, act_id }, locale);
    },
    'act_schedules.settings': async ({ actor }) => ({
      auto_acts_sent: await areAutoActsSent(db, actor.company_id),
    }),
    'act_schedules.set_settings': async ({ input, actor }) => {
      await setAutoActsSent(db, actor.company_id, input.body.auto_acts_sent);
      return input.body;
    },
  };
}

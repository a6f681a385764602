import { Button, NativeSelect, Switch } from '@mantine/core';
import { ACT_PERIOD_IDS, ACT_PERIODS } from '@kelisim/shared/features/acts/act-periods.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useState } from 'react';
import { ahead, showAhead } from '../../platform/ahead.ts';
import type { Input } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall, useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import css from './act-beside.module.css';
import { STALE_AFTER_ACT } from './acts.data.ts';
import type { Actor } from './actor.ts';

/** How the act repeats: when the next one comes, or why there will be none. */
export function ActSchedule({ act, actor }: { act: ActView; actor: Actor }) {
  const t = useTexts('acts');
  const f = useFormats();
  const manages = actor.rights.has('manage_acts');
  const never = act.status.code === 'annulled' || act.corrects_act_id !== null;
  const { schedule } = act;
  if (actor.side !== 'business' || (!schedule && (never || !manages))) return null;
  const runs = schedule !== null && schedule.next_date !== null;
  return (
    <Card title={t('repeat.title')}>
      <div className="k-stack k-gap-12">
        {schedule && (
          <p className={css.words} role="status">
            {runs
              ? t('repeat.runs', { period: schedule.period.name, date: f.date(schedule.next_date!) })
              : t(`repeat.stopped.${schedule.stop_reason ?? 'person'}`, {
                  when: f.date(schedule.stopped_at!),
                  name: schedule.stopped_by ?? '',
                })}
          </p>
        )}
        {schedule && schedule.made > 0 && (
          <AppLink href="/lk/business/acts?is_copy=true" className="k-inline k-middle k-self-start k-high-24">
            {t('repeat.made', { count: schedule.made, shown: f.number(schedule.made) })}
          </AppLink>
        )}
        {manages && (runs ? <Stop act_id={act.id} /> : !never && <Start act={act} />)}
        {(schedule || manages) && <SendAtOnce actor={actor} />}
      </div>
    </Card>
  );
}

function Stop({ act_id }: { act_id: number }) {
  const t = useTexts('acts');
  const set = useAction('act_schedules.set', { stale: STALE_AFTER_ACT });
  return (
    <Button
      variant="default"
      className="k-self-start"
      loading={set.isPending}
      onClick={() =>
        set.mutate(
          { params: { act_id }, body: { auto_generate: false } },
          {
            onSuccess: () =>
              offerUndo(t('repeat.stopped_said'), () =>
                set.mutateAsync({ params: { act_id }, body: { auto_generate: true } }),
              ),
          },
        )
      }
    >
      {t('repeat.stop')}
    </Button>
  );
}

function Start({ act }: { act: ActView }) {
  const t = useTexts('acts');
  const states = useTexts('states');
  const set = useAction('act_schedules.set', { stale: STALE_AFTER_ACT });
  const [period_id, setPeriod] = useState(act.schedule?.period.id ?? ACT_PERIOD_IDS.monthly);
  return (
    <div className="k-row k-bottom">
      <NativeSelect
        label={t('repeat.period')}
        value={String(period_id)}
        data={ACT_PERIODS.map((period) => ({
          value: String(ACT_PERIOD_IDS[period]),
          label: states(`act_period.${period}`),
        }))}
        onChange={(event) => setPeriod(Number(event.currentTarget.value))}
      />
      <Button
        variant="default"
        loading={set.isPending}
        onClick={() =>
          set.mutate(
            { params: { act_id: act.id }, body: { auto_generate: true, period_id } },
            { onSuccess: () => void toasts.success(t('repeat.started_said')) },
          )
        }
      >
        {t('repeat.start')}
      </Button>
    </div>
  );
}

const SENT_AHEAD = ahead(({ body }: Input<'act_schedules.set_settings'>) => [
  showAhead('act_schedules.settings', {}, () => body),
]);

/** The setting of the company, where one meets it. */
function SendAtOnce({ actor }: { actor: Actor }) {
  const t = useTexts('acts');
  const settings = useCall('act_schedules.settings', undefined, { staleTime: 60_000 });
  const set = useAction('act_schedules.set_settings', SENT_AHEAD);
  if (!settings.data) return null;
  const { auto_acts_sent } = settings.data;
  if (!actor.rights.has('manage_settings'))
    return <p className={css.second}>{t(auto_acts_sent ? 'repeat.sent_at_once' : 'repeat.as_drafts')}</p>;
  return (
    <Switch
      label={t('repeat.send_at_once')}
      description={t('repeat.send_at_once_hint')}
      checked={auto_acts_sent}
      onChange={(event) => set.mutate({ body: { auto_acts_sent: event.currentTarget.checked } })}
    />
  );
}

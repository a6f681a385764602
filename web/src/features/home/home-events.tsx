import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { Tone } from '../../ui/status-dot.tsx';
import { statusTone } from '../acts/public.ts';
import { actHref } from './act-links.ts';
import type { HomeEvent } from './home.data.ts';
import css from './home.module.css';

/** The newest events of the own acts. */
export function HomeEvents({
  events,
  side,
}: {
  events: readonly HomeEvent[];
  side: 'business' | 'executor';
}) {
  const t = useTexts('home');
  const word = useTextByCode('states');
  const f = useFormats();
  return (
    <Card title={t('events.title')}>
      {events.length === 0 ? (
        <p className="k-second k-below-8">{t('events.empty')}</p>
      ) : (
        <ul className="k-list">
          {events.map((event) => (
            <li
              key={`${event.act_id}-${event.to_status}-${event.created_at}`}
              className="k-flex k-between k-gap-16 k-top k-pad-12-0 k-line-above"
            >
              <span className="k-stack k-gap-2 k-anywhere k-shrink">
                <AppLink
                  href={actHref(side, event.act_id)}
                  className="k-inline k-middle k-self-start k-medium k-high-24"
                >
                  {t('act', { number: event.number })}
                </AppLink>
                <StatusDot tone={toneOf(event)} label={word(wordOf(event), event.action)} />
                <span className={css.party}>{event.party}</span>
              </span>
              <time
                dateTime={event.created_at}
                title={f.moment(event.created_at)}
                className={`k-second k-fixed k-small ${css.when}`}
              >
                {f.relative(event.created_at)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** «Подписан» does not say by whom and «Аннулирование» not how it ended; the state does. */
function wordOf({ action, to_status }: HomeEvent): string {
  return action === 'sign' || action === 'annul' ? `act.${to_status}` : `act_action.${action}`;
}

function toneOf({ action, to_status }: HomeEvent): Tone {
  return action === 'reject_payment' ? 'bad-ring' : statusTone(to_status);
}

import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { SignInTurn as Turn } from './use-sign-in-turn.ts';

/** What waits for the person's signature over all their companies, whose turn it is, and at the end what is left. */
export function SignInTurn({ turn }: { turn: Turn }) {
  if (turn.now) return <Step turn={turn} place={turn.now} />;
  if (turn.places.length > 0) return <End turn={turn} />;
  return turn.offers ? <Offer turn={turn} /> : null;
}

function Offer({ turn }: { turn: Turn }) {
  const t = useTexts('home');
  const { waiting } = turn;
  return (
    <Panel title={t('in_turn.title', { count: waiting.length })}>
      <ul className="k-list k-second">
        {waiting.map(({ id, name, count }) => (
          <li key={id}>
            {name}: {t('acts', { count })}
          </li>
        ))}
      </ul>
      <div className="k-row">
        <Button
          loading={turn.isLeaving}
          aria-haspopup="dialog"
          onClick={() =>
            turn.goTo(
              waiting.map(({ id }) => id),
              1,
            )
          }
        >
          {t('in_turn.go')}
        </Button>
      </div>
    </Panel>
  );
}

function Step({ turn, place }: { turn: Turn; place: NonNullable<Turn['now']> }) {
  const t = useTexts('home');
  const { places, step } = turn;
  const ids = places.map(({ id }) => id);
  const { name, count } = place;
  const next = () => turn.goTo(ids, step + 1);
  return (
    <Panel title={t('in_turn.step', { step, total: places.length })}>
      <p className="k-flat k-anywhere">
        {name === null
          ? t('in_turn.gone')
          : `${name}: ${count > 0 ? t('acts', { count }) : t('in_turn.done')}`}
      </p>
      <div className="k-row">
        {name !== null && count > 0 ? (
          <>
            <Button loading={turn.isLeaving} aria-haspopup="dialog" onClick={() => turn.goTo(ids, step)}>
              {t('waiting.go_sign')}
            </Button>
            <Button variant="default" disabled={turn.isLeaving} onClick={next}>
              {t('in_turn.skip')}
            </Button>
          </>
        ) : (
          <Button loading={turn.isLeaving} onClick={next}>
            {step < places.length
              ? t('in_turn.next', { name: places[step]?.name ?? '' })
              : t('in_turn.to_end')}
          </Button>
        )}
        <Button variant="subtle" disabled={turn.isLeaving} onClick={turn.leave}>
          {t('in_turn.leave')}
        </Button>
      </div>
    </Panel>
  );
}

function End({ turn }: { turn: Turn }) {
  const t = useTexts('home');
  const left = turn.places.filter(({ name, count }) => name !== null && count > 0);
  return (
    <Panel title={t(left.length > 0 ? 'in_turn.end_left' : 'in_turn.end')}>
      <ul className="k-list k-stack k-gap-4">
        {turn.places.map(({ id, name, count }) => (
          <li key={id} className="k-row k-gap-4-16 k-middle">
            <span className="k-anywhere">{name ?? t('in_turn.gone')}</span>
            {name !== null && (
              <StatusDot
                tone={count > 0 ? 'attention' : 'good'}
                label={count > 0 ? t('in_turn.left', { count }) : t('in_turn.done')}
              />
            )}
          </li>
        ))}
      </ul>
      <div className="k-row">
        {left.length > 0 && (
          <Button
            loading={turn.isLeaving}
            onClick={() =>
              turn.goTo(
                left.map(({ id }) => id),
                1,
              )
            }
          >
            {t('in_turn.again')}
          </Button>
        )}
        <Button variant={left.length > 0 ? 'default' : 'filled'} onClick={turn.leave}>
          {t('in_turn.finish')}
        </Button>
      </div>
    </Panel>
  );
}

function Panel({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="k-surface k-pad-20 k-stack k-gap-12 k-below-20" aria-labelledby="in-turn">
      <h2 id="in-turn" className="k-title k-balance" role="status">
        {title}
      </h2>
      {children}
    </section>
  );
}

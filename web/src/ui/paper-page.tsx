import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { AppLink } from './app-link.tsx';
import { PageHeader } from './page-header.tsx';
import type { PageHeaderProps } from './page-header.tsx';
import { LateParts, WhenWhole } from './late-parts.tsx';
import css from './paper-page.module.css';
import { Skeleton } from './skeleton.tsx';
import { StatusDot } from './status-dot.tsx';
import type { Tone } from './status-dot.tsx';
import { useDelayed } from './use-delayed.ts';
import { useIsPhone } from './use-phone.ts';

interface PaperPageProps {
  header: PageHeaderProps;
  state: ReactNode;
  paper: ReactNode;
  /** What the paper says, for those who read it without the paper: on a phone the paper is then shown on demand. */
  words?: ReactNode;
  /** Parties, money, facts, files. */
  rest: ReactNode;
  /** Cards that come by themselves, below the rest so that they push nothing. */
  late?: ReactNode;
  /** What was said and done, longest of all. */
  history: ReactNode;
  /** The sheets lie across: they take the whole width, or their letters would be too small to read. */
  wide?: boolean;
}

/** The page of one paper, whatever its kind: its state and deeds, itself, the people, the history. */
export function PaperPage({ header, state, paper, words, rest, late, history, wide }: PaperPageProps) {
  const onDemand = useIsPhone() && words !== undefined;
  return (
    <>
      <PageHeader {...header} />
      <div className={css.page} data-wide={wide || undefined}>
        <div className={css.state}>{state}</div>
        {words && <div className={css.words}>{words}</div>}
        <div className={`k-no-print ${css.paper}`}>{onDemand ? <OnDemand>{paper}</OnDemand> : paper}</div>
        <div className={css.rest}>
          {rest}
          <LateParts>{late}</LateParts>
        </div>
        <WhenWhole className={css.history}>{history}</WhenWhole>
      </div>
    </>
  );
}

function OnDemand({ children }: { children: ReactNode }) {
  const t = useTexts('proofs');
  const [shown, setShown] = useState(false);
  if (shown) return children;
  return (
    <Button variant="default" fullWidth onClick={() => setShown(true)}>
      {t('paper.show')}
    </Button>
  );
}

/** The same places, still empty. */
export function PaperPageWaiting({ header, wide }: Pick<PaperPageProps, 'header' | 'wide'>) {
  const late = useDelayed(true);
  if (!late) return null;
  return (
    <div aria-busy>
      <PaperPage
        header={header}
        wide={wide}
        state={<Skeleton height={wide ? 120 : 180} />}
        paper={<Skeleton height={640} />}
        rest={<Skeleton height={240} />}
        history={<Skeleton height={160} />}
      />
    </div>
  );
}

export interface PaperDeed {
  key: string;
  label: string;
  /** Lies under the thumb on a phone. */
  primary?: boolean;
  /** Cannot be taken back. */
  bad?: boolean;
  /** What the key of the list of keys presses. */
  data_key?: string;
  href?: string;
  onClick?: () => void;
}

interface PaperStateProps {
  look: { tone: Tone; label: string };
  /** In words; absent where the look says it all. */
  sentence?: string | undefined;
  /** Why it came back or ended. */
  reason?: string | undefined;
  /** What follows from the state: proofs that are awaited, money in doubt, days that are left. */
  notes?: ReactNode;
  sum?: ReactNode;
  deeds: readonly PaperDeed[];
  /** Below the deeds: dialogs, and what makes another paper of this one. */
  children?: ReactNode;
}

/** What a paper waits for, and what may be done now. */
export function PaperState({ look, sentence, reason, notes, sum, deeds, children }: PaperStateProps) {
  const t = useTexts('proofs');
  return (
    <section className={`k-stack k-gap-12 k-surface k-pad-20 ${css.stateCard}`} aria-label={t('paper.state')}>
      <div className="k-stack k-gap-8 k-start">
        <StatusDot {...look} />
        {sentence && (
          <p className="k-title k-balance" role="status">
            {sentence}
          </p>
        )}
        {reason && <blockquote className={`k-flat k-wide k-anywhere ${css.reason}`}>{reason}</blockquote>}
        {notes}
      </div>
      {sum}
      <div className="k-stack k-gap-8 k-start">
        {deeds.length > 0 && (
          <div className={`k-row k-wide k-no-print ${css.deeds}`} role="group" aria-label={t('paper.deeds')}>
            {deeds.map((deed) => (
              <DeedButton key={deed.key} deed={deed} />
            ))}
          </div>
        )}
        {children}
      </div>
    </section>
  );
}

function DeedButton({ deed }: { deed: PaperDeed }) {
  const { label, primary, bad, data_key, href, onClick } = deed;
  const look = primary ? { className: css.primary } : { variant: 'default', className: bad ? css.bad : '' };
  if (!href)
    return (
      <Button {...look} data-key={data_key} onClick={onClick}>
        {label}
      </Button>
    );
  return (
    <Button {...look} component={AppLink} data-key={data_key} href={href}>
      {label}
    </Button>
  );
}

import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { IconAlertTriangle, IconFileText, IconShieldCheck } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { withTexts, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Money } from '../../ui/money.tsx';
import { PdfView } from '../../ui/pdf-view.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import type { Asked } from '../../platform/use-asked.ts';
import type { QuickSign, ReadFile, SignedByLink } from './quick-sign.data.ts';
import { BeforeSigning } from './before-signing.tsx';
import { PaperText } from './paper-text.tsx';
import { SaidAtAct } from './said-at-act.tsx';
import css from './quick-sign.module.css';
import { lazyPart } from '../../ui/lazy-part.tsx';

interface QuickSignAskProps {
  token: string;
  asked: QuickSign;
  read: Asked<ReadFile>;
  onSigned: (signed: SignedByLink) => void;
  onReturned: () => void;
}

/** Nothing of a key is loaded before somebody wants to sign: first they read. */
const SignWays = lazyPart(() => withTexts(import('./sign-ways.tsx'), ['signing', 'qr-signing']));

/** Of an act that comes again, which few do. */
const LinkChanges = lazyPart(() => withTexts(import('./link-changes.tsx'), ['versions']));

/** What is asked, by whom, the document itself, and the way to sign it. */
export function QuickSignAsk({ token, asked, read: reading, onSigned, onReturned }: QuickSignAskProps) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const { data: read, error, again } = reading;
  const [wanted, setWanted] = useState(false);
  const [said, setSaid] = useState(asked.said);
  const isPhone = useIsPhone();
  // Text is read on a phone; of what has none the pages themselves are shown.
  const [shows_pdf, setShowsPdf] = useState(asked.paper === null || !isPhone);
  const [today] = useState(() => almatyDate(new Date()));
  const how = useRef<HTMLElement>(null);
  const { item } = asked;
  const other = read?.same === false;
  useEffect(() => {
    if (!wanted) return;
    how.current?.scrollIntoView({ block: 'start' });
    how.current?.focus({ preventScroll: true });
  }, [wanted]);

  return (
    <div className={css.page}>
      <div className={css.words}>
        <div>
          <h1 className={css.title}>{t(`title_${asked.doc_type}`)}</h1>
          <p className={css.lead}>{t('asks', { company: asked.company })}</p>
        </div>
        {asked.has_earlier && (
          <Suspense>
            <LinkChanges token={token} />
          </Suspense>
        )}
        {said.length > 0 && <SaidAtAct said={said} company={asked.company} />}
        <Card>
          <p className="k-medium k-anywhere">{item.label}</p>
          {asked.paper === null && item.amount !== null && (
            <p className="k-size-28 k-bold">
              <Money amount={item.amount} />
            </p>
          )}
          {asked.paper && <PaperText paper={asked.paper} withheld={asked.withheld} />}
          <dl className={`k-stack k-gap-8 k-flat k-above-12 ${css.facts}`}>
            <div>
              <dt>{t('signer')}</dt>
              <dd>
                {asked.signer_name}
                {asked.signer_iin && (
                  <span className={css.second}>
                    {t('iin')} {asked.signer_iin}
                  </span>
                )}
                <span className={css.second}>{t('signer_hint')}</span>
              </dd>
            </div>
            {asked.sign_by !== null && (
              <div>
                <dt>{t(asked.sign_by < today ? 'sign_by_past' : 'sign_by')}</dt>
                <dd>{f.longDate(asked.sign_by)}</dd>
              </div>
            )}
            <div>
              <dt>{t('until')}</dt>
              <dd className="k-figures">{f.moment(asked.expires_at)}</dd>
            </div>
          </dl>
        </Card>
      </div>

      <section className={css.paper} aria-label={t('read')}>
        {other && (
          <p className={`k-flex k-gap-12 k-soft-bad k-pad-12 ${css.bad}`} role="alert">
            <IconAlertTriangle size={20} aria-hidden />
            {t('other_bytes')}
          </p>
        )}
        {error ? (
          <ErrorState error={error} onRetry={again} />
        ) : shows_pdf ? (
          <>
            <h2 className="k-title">{t('read')}</h2>
            <PdfView file={read?.file} name={item.file.name} />
            {read?.same && (
              <p className="k-flex k-gap-8 k-good k-small">
                <IconShieldCheck size={16} aria-hidden />
                {t('same_bytes')}
              </p>
            )}
          </>
        ) : (
          <PlainButton
            variant="default"
            icon={<IconFileText size={16} aria-hidden />}
            onClick={() => setShowsPdf(true)}
          >
            {t('show_pdf')}
          </PlainButton>
        )}
        <BeforeSigning token={token} asked={asked} onReturned={onReturned} onSaid={setSaid} />
      </section>

      {wanted && !other && (
        <section className={css.how} ref={how} tabIndex={-1} aria-label={t('how')}>
          <Card title={t('how')}>
            <p className={css.lead}>{t('how_hint')}</p>
            <Suspense>
              <SignWays token={token} asked={asked} onSigned={onSigned} onClose={() => setWanted(false)} />
            </Suspense>
          </Card>
        </section>
      )}
      {!wanted && (
        <div className={css.bar}>
          <PlainButton wide disabled={!read || other} onClick={() => setWanted(true)}>
            {t('to_sign')}
          </PlainButton>
        </div>
      )}
    </div>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { useEffect, useMemo, useRef } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { useIsPhone } from '../../ui/use-phone.ts';
import { afterSigning, qrOfDocuments, useQrCode, useQrProgress, useSecondsLeft } from './qr-signing.data.ts';
import type { DocType, QrCode, QrProgress, QrSource } from './qr-signing.data.ts';
import css from './qr-signing.module.css';
import { QrOutcome } from './qr-outcome.tsx';
import { clockOf, stageOf } from './qr-stage.ts';
import type { Stage } from './qr-stage.ts';

interface QrEnds {
  /** When signatures were taken, and again when those that waited for НУЦ РК have had their answer. */
  onSigned?: (result: Pick<QrProgress, 'signed_count' | 'awaited_count' | 'total' | 'errors'>) => void;
  /** Once for each code, when the person has cancelled on the phone. */
  onCancelled?: () => void;
}

interface QrSigningProps extends QrEnds {
  doc_type: DocType;
  /** At most a hundred: a phone takes no more at a time. */
  ids: readonly number[];
}

/** Signing papers of the cabinet by eGov Mobile. */
export function QrSigning({ doc_type, ids, ...ends }: QrSigningProps) {
  const source = useMemo(() => qrOfDocuments(doc_type, ids), [doc_type, ids]);
  return <QrSession {...ends} source={source} />;
}

/** The code to read, the way for somebody who holds the phone, and how far it has come. */
export function QrSession({ source, onSigned, onCancelled }: QrEnds & { source: QrSource }) {
  const t = useTexts('qr-signing');
  const { data: code, error, renew, refetch } = useQrCode(source);
  const session = useQrProgress(source, code);
  const seconds = useSecondsLeft(code?.ends_at_ms);
  const stage = stageOf(session, seconds);
  const told = useRef('');

  useEffect(() => {
    if (!session || !['signed', 'awaited', 'cancelled'].includes(session.state)) return;
    const end = `${session.id} ${session.state}`;
    if (told.current === end) return;
    told.current = end;
    if (session.state === 'cancelled') onCancelled?.();
    else void afterSigning().then(() => stage !== 'rejected' && onSigned?.(session));
  }, [session, stage, onSigned, onCancelled]);

  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!code) {
    return (
      <div className="k-column k-gap-16 k-middle k-centered" aria-busy>
        <Skeleton className={css.skeleton} />
        <p role="status" className={css.second}>
          {t('making')}
        </p>
      </div>
    );
  }
  return (
    <section className="k-column k-gap-16 k-middle k-centered" aria-label={t('title')} data-stage={stage}>
      <QrOutcome stage={stage} session={session} onNewCode={renew} />
      {(stage === 'waiting' || stage === 'scanned' || stage === 'opened' || stage === 'refused') && (
        <CodeToRead code={code} stage={stage} seconds={seconds} onNewCode={renew} />
      )}
    </section>
  );
}

interface CodeToReadProps {
  code: QrCode;
  stage: Stage;
  seconds: number;
  onNewCode: () => void;
}

function CodeToRead({ code, stage, seconds, onNewCode }: CodeToReadProps) {
  const t = useTexts('qr-signing');
  const isPhone = useIsPhone();
  const waiting = stage === 'waiting';
  const picture = <img className={css.picture} src={code.picture} alt={t('picture')} draggable={false} />;
  return (
    <>
      {waiting && isPhone && (
        <>
          <OnThisPhone code={code} main />
          <p className={css.second}>{t('here.other')}</p>
        </>
      )}
      {waiting && (
        <>
          {picture}
          <ol className={`k-stack k-gap-6 k-flat k-left ${css.steps}`} aria-label={t('steps.label')}>
            <li>{t('steps.open')}</li>
            <li>{t('steps.scan')}</li>
            <li>{t('steps.sign')}</li>
          </ol>
        </>
      )}
      <p className={`k-row k-gap-4-16 k-center ${css.left}`} role="timer">
        <span>{t('documents', { count: code.doc_ids.length })}</span>
        <span className="k-figures">{t('left', { time: clockOf(seconds) })}</span>
      </p>
      {waiting && !isPhone && <OnThisPhone code={code} />}
      {!waiting && (
        <Button variant="default" onClick={onNewCode}>
          {t('new_code')}
        </Button>
      )}
    </>
  );
}

/** Who reads this page on the phone cannot point its camera at it: links open the app instead. */
function OnThisPhone({ code, main = false }: { code: QrCode; main?: boolean }) {
  const t = useTexts('qr-signing');
  const { sandbox_phone, mobile_link, business_link } = code;
  if (!main && sandbox_phone === null) return null;
  return (
    <div className={css.here}>
      {main && (
        <>
          <Button component="a" href={mobile_link} rel="noreferrer" fullWidth>
            {t('here.mobile')}
          </Button>
          <Button component="a" href={business_link} rel="noreferrer" variant="default" fullWidth>
            {t('here.business')}
          </Button>
        </>
      )}
      {sandbox_phone !== null && (
        <>
          <Button
            component="a"
            href={sandbox_phone}
            target="_blank"
            rel="noreferrer"
            variant={main ? 'default' : 'light'}
            fullWidth
          >
            {t('here.sandbox')}
          </Button>
          <p className={css.second}>{t('here.sandbox_hint')}</p>
        </>
      )}
    </div>
  );
}

import { Button, Skeleton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconClock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer, Input } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Fault } from '../../ui/failure.tsx';
import { onePress } from '../../ui/one-press.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import type { QrSource } from '../qr-signing/public.ts';
import { DocumentPreview } from './document-preview.tsx';
import { HowStep } from './how-step.tsx';
import { PaperList } from './paper-list.tsx';
import { PhoneWay } from './phone-way.tsx';
import type { Means } from './sending.ts';
import css from './signing.module.css';
import type { Signable, SignedDocument } from './signing-messages.ts';
import { SigningWindow } from './signing-window.tsx';
import type { Step } from './signing-window.tsx';
import { TextPreview } from './text-preview.tsx';

type Prepared = Answer<'esf.prepare'>;
type Item = Prepared['items'][number];

/** The customer's answer to an electronic act. */
type Answered = { esf_id: number } & Input<'esf.prepare_answer'>['body'];

export interface PapersToSign {
  title: string;
  /** What is signed, and what comes of it. */
  hint: string;
  /** Said when all of it was taken. */
  done: string;
  /** What to ask for when it is signed by a key, and the code when by a phone. */
  asked: Input<'esf.prepare'>['body'] | Answered | 'sign_in';
  phone: QrSource;
}

interface PapersFlowProps {
  papers: PapersToSign;
  onClose: (signed: boolean) => void;
}

/** What is signed for ИС ЭСФ, in the steps of every signing: what, by which key or by the phone, what became of it. */
export default function PapersFlow({ papers, onClose }: PapersFlowProps) {
  const { title, hint, asked, phone } = papers;
  const [step, setStep] = useState<Step>('what');
  const [made, setMade] = useState<Omit<Made, 'words'> | null>(null);
  const [choosing, setChoosing] = useState(true);
  const [signing, setSigning] = useState(false);
  const [taken, setTaken] = useState(false);
  const close = () => onClose(taken);
  const head = <p className={css.second}>{hint}</p>;
  return (
    <SigningWindow
      title={title}
      step={step === 'what' && !choosing ? 'how' : step}
      busy={signing}
      onClose={close}
    >
      {step === 'what' && (
        <What asked={asked}>
          {(prepared, list) => (
            <HowStep
              head={head}
              what={list}
              items={prepared.items.map(toSignable)}
              phone={(onKey) => (
                <PhoneWay
                  coded={{ source: phone }}
                  onKey={onKey}
                  onPhoneSigned={() => setTaken(true)}
                  onClose={() => onClose(true)}
                />
              )}
              onChoosing={setChoosing}
              onBusy={setSigning}
              onSigned={(signed, means) => {
                setMade({ prepared, signed, means });
                setSigning(false);
                setStep('done');
              }}
            />
          )}
        </What>
      )}
      {step === 'done' && made && (
        <Done
          {...made}
          words={papers.done}
          onTaken={() => setTaken(true)}
          onAgain={() => setStep('what')}
          onClose={close}
        />
      )}
    </SigningWindow>
  );
}

function toSignable({ position: id, method, text, file }: Item): Signable {
  return file ? { id, file } : { id, form: method === 'XML' ? 'xml' : 'bare', text: text ?? '' };
}

interface WhatProps {
  asked: PapersToSign['asked'];
  /** How they are signed; `list` is to be shown as long as nothing is chosen. */
  children: (prepared: Prepared, list: ReactNode) => ReactNode;
}

/** Requested each time: what is signed is kept by the server for twenty minutes. */
function What({ asked, children }: WhatProps) {
  const t = useTexts('signing');
  const { data, error, refetch } = useQuery({
    queryKey: ['esf.prepare', asked],
    queryFn: ({ signal }) => {
      if (asked === 'sign_in') return api.call('esf.prepare_sign_in', undefined, { signal });
      if (!('answer' in asked)) return api.call('esf.prepare', { body: asked }, { signal });
      const { esf_id, ...body } = asked;
      return api.call('esf.prepare_answer', { params: { esf_id }, body }, { signal });
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { makes: true },
  });
  const [shown, setShown] = useState<Item | null>(null);
  const [other, setOther] = useState(false);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton h={120} aria-busy />;
  if (shown) {
    const back = () => setShown(null);
    const { act_id, label, party, amount, file, text } = shown;
    if (!file || act_id === null) return <TextPreview label={label} text={text ?? ''} onBack={back} />;
    const document = { id: act_id, label, party: party ?? '', amount, file };
    return (
      <DocumentPreview doc_type="act" document={document} onBack={back} onOther={() => setOther(true)} />
    );
  }
  const list = <PaperList papers={data.items} keyOf={(item) => item.position} onShow={setShown} />;
  if (!other) return children(data, list);
  return (
    <>
      {list}
      <Fault text={t('what.other_bytes')} />
    </>
  );
}

interface Made {
  prepared: Prepared;
  signed: SignedDocument[];
  means: Means;
  /** Said when all of it was taken. */
  words: string;
}

interface DoneProps extends Made {
  onTaken: () => void;
  onAgain: () => void;
  onClose: () => void;
}

const ICONS = { good: IconCircleCheck, waits: IconClock, bad: IconAlertTriangle };

/** The signatures go once; when no answer came, the very same ones are sent again, and nothing is signed twice. */
function Done({ prepared, signed, means, words, onTaken, onAgain, onClose }: DoneProps) {
  const t = useTexts('signing');
  const { session_id, items } = prepared;
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['esf.sign', session_id, signed[0]?.signature],
    queryFn: async () => {
      const signatures = signed.map(({ id: position, ...rest }) => ({ position, ...rest }));
      const answer = await api.call('esf.sign', { params: { session_id }, body: { signatures, means } });
      if (answer.signed_count > 0) onTaken();
      return answer;
    },
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: false,
    meta: { makes: true },
  });
  const failed = data?.items.filter(({ status }) => status === 'failed') ?? [];
  const waits = data?.items.some(({ status }) => status === 'pending_proof');
  const tone = error || failed.length > 0 ? 'bad' : waits ? 'waits' : 'good';
  const Icon = ICONS[tone];
  const total = items.length;
  const outcome = error
    ? errorText(error)
    : failed.length === 0
      ? words
      : failed.length === total
        ? t('done.none')
        : t('done.some', { ok: total - failed.length, total });
  if (!data && !error)
    return (
      <div className="k-grid k-gap-12">
        <p role="status" className="k-title">
          {t('done.sending')}
        </p>
      </div>
    );
  return (
    <>
      <div
        className="k-line k-gap-12 k-toned"
        data-tone={tone === 'bad' ? 'bad' : 'good'}
        role={tone === 'bad' ? 'alert' : 'status'}
      >
        <Icon size={32} stroke={1.5} aria-hidden />
        <p className="k-title">{outcome}</p>
      </div>
      <ul className={`k-list k-scroll k-framed k-round-12 ${css.list}`} aria-label={t('done.results')}>
        {data?.items.map(({ position, status, message }) => (
          <li key={position} className={css.item}>
            <span className={css.names}>
              <span className="k-medium k-anywhere">
                {items.find((one) => one.position === position)?.label}
              </span>
              {message && <span className={css.second}>{message}</span>}
            </span>
            <StatusDot
              tone={status === 'ok' ? 'good' : status === 'failed' ? 'bad' : 'moving'}
              label={t(status === 'pending_proof' ? 'done.waits_proof' : `done.${status}`)}
            />
          </li>
        ))}
      </ul>
      <div className={`k-actions ${css.actions}`} {...onePress}>
        {error && (
          <Button loading={isFetching} onClick={() => void refetch()}>
            {t('done.repeat')}
          </Button>
        )}
        {(failed.length > 0 || error) && (
          <Button variant="default" onClick={onAgain}>
            {t('done.other_key')}
          </Button>
        )}
        <Button autoFocus variant={tone === 'bad' ? 'default' : 'filled'} onClick={onClose}>
          {t(tone === 'bad' ? 'done.close' : 'done.finish')}
        </Button>
      </div>
    </>
  );
}

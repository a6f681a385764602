import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { DoneStep } from './done-step.tsx';
import type { NextDeed } from './done-step.tsx';
import { HowStep } from './how-step.tsx';
import { countRows } from './send-batches.ts';
import { sending } from './sending.ts';
import type { DocType, Means } from './sending.ts';
import { PhoneWay } from './phone-way.tsx';
import type { SignedDocument } from './signing-messages.ts';
import { useSending } from './signing.data.ts';
import { SigningTotal } from './signing-total.tsx';
import { SigningWindow } from './signing-window.tsx';
import type { Step } from './signing-window.tsx';
import { WhatStep } from './what-step.tsx';

export interface SigningFlowProps {
  doc_type: DocType;
  ids: readonly number[];
  /** True when at least one signature was accepted or is still on its way: what is on the page is old then. */
  onClose: (signed: boolean) => void;
  next?: NextDeed | undefined;
}

export default function SigningFlow(props: SigningFlowProps) {
  const { doc_type, ids, onClose, next } = props;
  const now = useSending();
  const [step, setStep] = useState<Step>(() => (sending.find(doc_type, ids) ? 'done' : 'what'));
  /** Those of another try by another key. */
  const [again, setAgain] = useState<readonly ToSign[]>([]);
  const [choosing, setChoosing] = useState(true);
  const [signing, setSigning] = useState(false);
  const [phoneSigned, setPhoneSigned] = useState(false);

  useEffect(() => {
    sending.watch(step === 'done');
    return () => sending.watch(false);
  }, [step]);

  const ways = (items: readonly ToSign[], list?: ReactNode) => (
    <HowStep
      head={<SigningTotal doc_type={doc_type} items={items} />}
      what={list}
      items={items}
      by_parts
      phone={(onKey) => (
        <PhoneWay
          coded={{ doc_type, items }}
          onKey={onKey}
          onPhoneSigned={() => setPhoneSigned(true)}
          onClose={close}
        />
      )}
      onChoosing={setChoosing}
      onBusy={setSigning}
      onSigned={(signed: SignedDocument[], means: Means) => {
        sending.start(doc_type, items, signed, means);
        setSigning(false);
        setStep('done');
      }}
    />
  );
  const close = () => {
    const rows = step === 'done' && now ? countRows(now.rows.values()) : null;
    onClose(phoneSigned || (rows !== null && (rows.ok > 0 || now?.state === 'running')));
  };
  return (
    <SigningWindow step={step === 'what' && !choosing ? 'how' : step} busy={signing} onClose={close}>
      {step === 'what' && (
        <WhatStep doc_type={doc_type} ids={ids} onClose={close}>
          {ways}
        </WhatStep>
      )}
      {step === 'how' && ways(again)}
      {step === 'done' && now && (
        <DoneStep
          sending={now}
          onClose={close}
          next={next}
          onOtherKey={(failed) => {
            setAgain(failed);
            setStep('how');
          }}
        />
      )}
    </SigningWindow>
  );
}

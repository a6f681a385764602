import type { ToSign } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import { DoneStep } from './done-step.tsx';
import { HowStep } from './how-step.tsx';
import { countRows } from './send-batches.ts';
import { sending } from './sending.ts';
import type { Means } from './sending.ts';
import css from './signing.module.css';
import type { SigningDialogProps } from './signing-dialog.tsx';
import type { SignedDocument } from './signing-messages.ts';
import { useSending } from './signing.data.ts';
import { WhatStep } from './what-step.tsx';

const STEPS = ['what', 'how', 'done'] as const;
type Step = (typeof STEPS)[number];

export default function SigningFlow(props: Omit<SigningDialogProps, 'opened'>) {
  const { doc_type, ids, onClose, nameOf } = props;
  const t = useTexts('signing');
  const isPhone = useIsPhone();
  const now = useSending();
  const [step, setStep] = useState<Step>(() => (sending.find(doc_type, ids) ? 'done' : 'what'));
  const [items, setItems] = useState<readonly ToSign[]>([]);
  /** While the key works, a click beside the dialog must not throw the signatures away. */
  const [signing, setSigning] = useState(false);
  const [phoneSigned, setPhoneSigned] = useState(false);

  useEffect(() => {
    sending.watch(step === 'done');
    return () => sending.watch(false);
  }, [step]);

  const onSigned = (signed: SignedDocument[], means: Means) => {
    sending.start(doc_type, items, signed, means);
    setSigning(false);
    setStep('done');
  };
  const close = () => {
    const rows = step === 'done' && now ? countRows(now.rows.values()) : null;
    onClose(phoneSigned || (rows !== null && (rows.ok > 0 || now?.state === 'running')));
  };
  return (
    <Modal
      opened
      onClose={signing ? () => undefined : close}
      title={t('title')}
      closeOnClickOutside={false}
      size={720}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('done.close'), disabled: signing }}
      classNames={{ content: 'k-column k-gap-0', body: css.body }}
    >
      <StepLine current={step} />
      {step === 'what' && (
        <WhatStep
          doc_type={doc_type}
          ids={ids}
          nameOf={nameOf}
          onClose={close}
          onNext={(chosen) => {
            setItems(chosen);
            setStep('how');
          }}
        />
      )}
      {step === 'how' && (
        <HowStep
          doc_type={doc_type}
          items={items}
          onBack={() => setStep('what')}
          onBusy={setSigning}
          onSigned={onSigned}
          onPhoneSigned={() => setPhoneSigned(true)}
          onClose={close}
        />
      )}
      {step === 'done' && now && (
        <DoneStep
          sending={now}
          onClose={close}
          onOtherKey={(failed) => {
            setItems(failed);
            setStep('how');
          }}
        />
      )}
    </Modal>
  );
}

function StepLine({ current }: { current: Step }) {
  const t = useTexts('signing');
  return (
    <ol className={css.steps} aria-label={t('steps.label')}>
      {STEPS.map((step, at) => (
        <li
          key={step}
          aria-current={step === current ? 'step' : undefined}
          data-past={at < STEPS.indexOf(current) || undefined}
        >
          <span className={css.stepNumber} aria-hidden>
            {at + 1}
          </span>
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}

import { Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFocusReturn } from '../../ui/use-focus-return.ts';
import { useIsPhone } from '../../ui/use-phone.ts';
import css from './signing.module.css';

const STEPS = ['what', 'how', 'done'] as const;
export type Step = (typeof STEPS)[number];

interface SigningWindowProps {
  title?: string;
  step: Step;
  /** While the key works, a click beside the dialog must not throw the signatures away. */
  busy: boolean;
  onClose: () => void;
  children: ReactNode;
}

/** The window of every signing: where one stands, and what is to be done there. */
export function SigningWindow({ title, step, busy, onClose, children }: SigningWindowProps) {
  useFocusReturn(true);
  const t = useTexts('signing');
  const isPhone = useIsPhone();
  return (
    <Modal
      opened
      onClose={busy ? () => undefined : onClose}
      title={title ?? t('title')}
      closeOnClickOutside={false}
      size={720}
      fullScreen={isPhone}
      closeButtonProps={{ 'aria-label': t('done.close'), disabled: busy }}
      classNames={{ content: 'k-column k-gap-0', body: css.body }}
    >
      <ol className={css.steps} aria-label={t('steps.label')}>
        {STEPS.map((one, at) => (
          <li
            key={one}
            aria-current={one === step ? 'step' : undefined}
            data-past={at < STEPS.indexOf(step) || undefined}
          >
            <span className={`k-stack k-gap-0 k-small k-medium ${css.stepNumber}`} aria-hidden>
              {at + 1}
            </span>
            {t(`steps.${one}`)}
          </li>
        ))}
      </ol>
      {children}
    </Modal>
  );
}

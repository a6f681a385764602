import { Alert } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import type { ServiceField } from './act-draft.ts';
import type { PasteFault } from './paste-rows.ts';
import css from './services-grid.module.css';

const COLUMNS: Record<ServiceField, 'category' | 'service' | 'quantity' | 'unit' | 'rate'> = {
  category_id: 'category',
  description: 'service',
  quantity: 'quantity',
  unit_id: 'unit',
  rate: 'rate',
};

interface PasteFaultsProps {
  faults: readonly PasteFault[];
  onClose: () => void;
}

/** What of a pasted table did not get into the lines: it stays here to be read and copied until it is closed. */
export function PasteFaults({ faults, onClose }: PasteFaultsProps) {
  const t = useTexts('acts');
  const ui = useTexts('ui');
  const text = faults.map((fault) => fault.text).join('\n');
  return (
    <Alert
      role="alert"
      color="attention"
      variant="light"
      title={
        <>
          {t('form.paste_left', { count: faults.length })}{' '}
          <CopyButton text={text} name={t('form.paste_left', { count: faults.length })} />
        </>
      }
      withCloseButton
      closeButtonLabel={ui('close')}
      onClose={onClose}
      className={css.unread}
    >
      <ul>
        {faults.map((fault, at) => (
          <li key={at}>
            {t('form.paste_line', { row: fault.line })}
            {fault.field && `, ${t(`services.${COLUMNS[fault.field]}`)}`}: <q>{fault.text}</q>{' '}
            {t(`form.paste_why.${fault.why}`)}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { Window } from '../../ui/window.tsx';
import css from './api-keys.module.css';

interface ShownKeyProps {
  name: string;
  text: string;
  onClose: () => void;
}

/** The only time that a key is seen; nothing closes it but the person who has kept it. */
export default function ShownKey({ name, text, onClose }: ShownKeyProps) {
  const t = useTexts('api-keys');
  const [copied, setCopied] = useState(false);
  return (
    <Window
      opened
      title={t('shown_title', { name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      onClose={onClose}
    >
      <div className="k-stack">
        <p className="k-second">{t('shown_lead')}</p>
        <code className={css.key} aria-label={t('shown_key')}>
          {text}
        </code>
        <div className="k-actions">
          <Button
            variant={copied ? 'default' : 'filled'}
            data-autofocus
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {t(copied ? 'copied' : 'copy')}
          </Button>
          <Button variant={copied ? 'filled' : 'default'} onClick={onClose}>
            {t('done')}
          </Button>
        </div>
      </div>
    </Window>
  );
}

import { Button } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { Window } from './window.tsx';

interface ShownOnceProps {
  title: string;
  lead: string;
  /** What the text is. */
  label: string;
  text: string;
  /** Closes the window: the text has been kept. */
  kept: string;
  onClose: () => void;
}

/** The only time that a key or a secret is seen; nothing closes it but the person who has kept it. */
export default function ShownOnce({ title, lead, label, text, kept, onClose }: ShownOnceProps) {
  const t = useTexts('ui');
  const [copied, setCopied] = useState(false);
  return (
    <Window
      opened
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      onClose={onClose}
    >
      <div className="k-stack">
        <p className="k-second">{lead}</p>
        <code className="k-soft-accent k-pad-12 k-anywhere" aria-label={label}>
          {text}
        </code>
        <div className="k-actions">
          <Button
            variant={copied ? 'default' : 'filled'}
            data-autofocus
            leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
          >
            {t(copied ? 'states.copied' : 'states.copy')}
          </Button>
          <Button variant={copied ? 'filled' : 'default'} onClick={onClose}>
            {kept}
          </Button>
        </div>
      </div>
    </Window>
  );
}

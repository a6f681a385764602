import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import css from './signing.module.css';

/** The name of what is looked at inside the dialog, and the way back to the list. */
export function PreviewHead({ label, onBack }: { label: string; onBack: () => void }) {
  const t = useTexts('signing');
  return (
    <div className={css.previewHead}>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconArrowLeft size={16} aria-hidden />}
        autoFocus
        onClick={onBack}
      >
        {t('what.to_list')}
      </Button>
      <span className="k-medium k-anywhere">{label}</span>
    </div>
  );
}

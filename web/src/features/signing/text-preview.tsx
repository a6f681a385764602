import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import css from './signing.module.css';

interface TextPreviewProps {
  label: string;
  text: string;
  onBack: () => void;
}

/** The very text that is signed, a tag a line. */
export function TextPreview({ label, text, onBack }: TextPreviewProps) {
  const t = useTexts('signing');
  return (
    <div className={css.preview}>
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
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by the keyboard too */}
      <pre className={`k-small k-prewrap k-anywhere ${css.xml}`} tabIndex={0} aria-label={label}>
        {text.replaceAll('><', '>\n<')}
      </pre>
    </div>
  );
}

import { PreviewHead } from './preview-head.tsx';
import css from './signing.module.css';

interface TextPreviewProps {
  label: string;
  text: string;
  onBack: () => void;
}

/** The very text that is signed, a tag a line. */
export function TextPreview({ label, text, onBack }: TextPreviewProps) {
  return (
    <div className={css.preview}>
      <PreviewHead label={label} onBack={onBack} />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text is scrolled by the keyboard too */}
      <pre className={`k-small k-prewrap k-anywhere ${css.xml}`} tabIndex={0} aria-label={label}>
        {text.replaceAll('><', '>\n<')}
      </pre>
    </div>
  );
}

import { IconFile, IconPaperclip, IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { FileFault } from '../../ui/file-rules.ts';
import css from './support.module.css';
import { ATTACHMENT_RULES } from './use-attachments.ts';
import type { Attachments } from './use-attachments.ts';

interface AttachmentFieldProps {
  attachments: Attachments;
  disabled: boolean;
  /** Share that has been sent, 0 to 1, while it is on its way. */
  progress: number | null;
}

/** The files of a message: those that go with it, and a button for more. */
export function AttachmentField({ attachments, disabled, progress }: AttachmentFieldProps) {
  const t = useTexts('support');
  const ui = useTexts('ui');
  const f = useFormats();
  const id = useId();
  const kinds = ATTACHMENT_RULES.kinds.map((kind) => kind.slice(1).toUpperCase()).join(', ');
  const size = f.bytes(ATTACHMENT_RULES.max_bytes);
  const say = (fault: FileFault) => {
    if (fault.kind === 'over_count') return ui('files.over_count', { count: ATTACHMENT_RULES.max_count });
    return fault.kind === 'too_large'
      ? ui('files.too_large', { name: fault.name, size })
      : ui('files.wrong_kind', { name: fault.name, kinds });
  };
  return (
    <div className="k-stack k-gap-8 k-start">
      {attachments.files.map((file) => (
        <div key={`${file.name}-${file.size}-${file.lastModified}`} className={`k-line ${css.chip}`}>
          <IconFile size={16} aria-hidden />
          <span className="k-grow k-shrink k-anywhere k-left">{file.name}</span>
          <span className="k-under">{f.bytes(file.size)}</span>
          <button
            type="button"
            className="k-icon k-hover"
            disabled={disabled}
            aria-label={ui('files.remove', { name: file.name })}
            onClick={() => attachments.remove(file)}
          >
            <IconX size={16} aria-hidden />
          </button>
        </div>
      ))}
      <div role="alert" className="k-small k-fault k-if-any">
        {attachments.faults.map((fault) => (
          <div key={say(fault)}>{say(fault)}</div>
        ))}
      </div>
      {typeof progress === 'number' && attachments.files.length > 0 && (
        <div
          role="progressbar"
          className={css.progress}
          aria-label={ui('files.sending', { name: attachments.files[0]!.name })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(progress * 100)}
        >
          <div style={{ width: `${progress * 100}%` }} />
        </div>
      )}
      <label className={`k-hover ${css.attach}`} data-disabled={disabled || undefined}>
        <input
          type="file"
          multiple
          className={css.input}
          accept={ATTACHMENT_RULES.kinds.join(',')}
          disabled={disabled}
          aria-describedby={id}
          onChange={(event) => {
            attachments.add(event.currentTarget.files ?? []);
            // The same file chosen again must count as a change.
            event.currentTarget.value = '';
          }}
        />
        <IconPaperclip size={18} stroke={1.75} aria-hidden />
        {t('write.attach')}
      </label>
      <span id={id} className="k-under">
        {t('write.limits', { kinds, size })}
      </span>
    </div>
  );
}

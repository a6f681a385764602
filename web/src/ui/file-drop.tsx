import { IconFile, IconUpload, IconX } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { DragEvent, ReactNode } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { useFormats } from '../platform/use-formats.ts';
import css from './file-drop.module.css';
import { sortFiles } from './file-rules.ts';
import type { FileFault, FileRules } from './file-rules.ts';

export interface FileDropProps extends FileRules {
  /** Name of the field. */
  label: string;
  files: readonly File[];
  onChange: (files: File[]) => void;
  /** Share that has been sent, 0 to 1, while an upload runs. */
  progress?: number | null;
  error?: ReactNode;
  disabled?: boolean;
}

/** A place for files: drag them, click, or press Enter. Checks kind and size before anything is sent. */
export function FileDrop({ label, files, onChange, progress, error, disabled, ...rules }: FileDropProps) {
  const t = useTexts('ui');
  const f = useFormats();
  const id = useId();
  const [over, setOver] = useState(false);
  const [faults, setFaults] = useState<FileFault[]>([]);
  const { max_count = 1 } = rules;
  const several = max_count > 1;
  const kinds = rules.kinds.map((kind) => kind.slice(1).toUpperCase()).join(', ');
  const size = f.bytes(rules.max_bytes);

  const add = (list: FileList | null) => {
    const { taken, faults: found } = sortFiles(rules, files.length, [...(list ?? [])]);
    setFaults(found);
    if (taken.length) onChange(several ? [...files, ...taken] : taken);
  };
  const say = (fault: FileFault) => {
    if (fault.kind === 'over_count') return t('files.over_count', { count: max_count });
    return fault.kind === 'too_large'
      ? t('files.too_large', { name: fault.name, size })
      : t('files.wrong_kind', { name: fault.name, kinds });
  };
  const drag = (event: DragEvent, inside: boolean) => {
    event.preventDefault();
    setOver(inside && !disabled);
  };
  const messages = [...faults.map(say), ...(error ? [error] : [])];

  return (
    <div className="k-stack k-gap-6">
      <span className="k-medium" id={`${id}-label`}>
        {label}
      </span>
      <label
        className={`k-stack k-gap-4 k-center k-centered ${css.drop}`}
        data-over={over || undefined}
        data-disabled={disabled || undefined}
        onDragOver={(event) => drag(event, true)}
        onDragLeave={(event) => drag(event, false)}
        onDrop={(event) => {
          drag(event, false);
          if (!disabled) add(event.dataTransfer.files);
        }}
      >
        <input
          type="file"
          className={css.input}
          multiple={several}
          accept={rules.kinds.join(',')}
          disabled={disabled}
          aria-labelledby={`${id}-label`}
          aria-describedby={`${id}-limits ${id}-faults`}
          aria-invalid={messages.length > 0 || undefined}
          onChange={(event) => {
            add(event.currentTarget.files);
            // The same file chosen again must count as a change.
            event.currentTarget.value = '';
          }}
        />
        <IconUpload size={22} stroke={1.5} aria-hidden />
        <span>{t(several ? 'files.drop_several' : 'files.drop')}</span>
        <span className="k-second k-small" id={`${id}-limits`}>
          {t('files.limits', { kinds, size })}
        </span>
      </label>
      <div id={`${id}-faults`} role="alert" className="k-fault k-small k-if-any">
        {messages.map((message, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same words may be said of two files
          <div key={at}>{message}</div>
        ))}
      </div>
      {files.map((file, at) => (
        <div key={`${file.name}-${file.size}-${file.lastModified}`} className={`k-line ${css.file}`}>
          <IconFile size={18} stroke={1.5} aria-hidden />
          <span className="k-grow k-anywhere k-shrink">{file.name}</span>
          <span className="k-second k-small">{f.bytes(file.size)}</span>
          {!disabled && (
            <button
              type="button"
              className="k-icon k-hover"
              aria-label={t('files.remove', { name: file.name })}
              onClick={() => onChange(files.filter((_other, i) => i !== at))}
            >
              <IconX size={16} aria-hidden />
            </button>
          )}
        </div>
      ))}
      {typeof progress === 'number' && (
        <div
          role="progressbar"
          className={css.progress}
          aria-label={t('files.sending', { name: files[0]?.name ?? '' })}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={Math.round(progress * 100)}
        >
          <div style={{ width: `${progress * 100}%` }} />
        </div>
      )}
    </div>
  );
}

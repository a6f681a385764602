import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useSignByHand } from './documents.data.ts';
import { SCAN_RULES } from './file-kinds.ts';

/** Both have signed on paper: the scan, and what happens then. */
export function HandDialog({ doc_id, onClose }: { doc_id: number; onClose: () => void }) {
  const t = useTexts('documents');
  const [files, setFiles] = useState<File[]>([]);
  const [missing, setMissing] = useState(false);
  const mark = useSignByHand(doc_id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [file] = files;
    setMissing(!file);
    if (!file) return;
    mark.mutate(file, {
      onSuccess: () => {
        toasts.success(t('hand.mark_done'));
        onClose();
      },
    });
  };
  return (
    <Window
      opened
      onClose={mark.isPending ? () => undefined : onClose}
      title={t('hand.mark_title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form className="k-stack" onSubmit={submit}>
        <p className="k-block k-plain k-second k-small">{t('hand.mark_text')}</p>
        <FileDrop
          {...SCAN_RULES}
          label={t('hand.scan')}
          files={files}
          disabled={mark.isPending}
          progress={mark.progress}
          error={missing ? t('hand.scan_required') : mark.error ? errorText(mark.error) : undefined}
          onChange={(next) => {
            setFiles(next);
            setMissing(false);
            mark.reset();
          }}
        />
        <FormFoot submit={t('hand.mark_submit')} busy={mark.isPending} onCancel={onClose} />
      </form>
    </Window>
  );
}

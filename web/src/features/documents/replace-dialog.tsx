import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useReplace } from './documents.data.ts';
import { CONTRACT_RULES } from './file-kinds.ts';

interface ReplaceDialogProps {
  doc_id: number;
  opened: boolean;
  onClose: () => void;
}

/** Another file in the place of the first one; what is wrong with it is said beside it. */
export function ReplaceDialog({ doc_id, opened, onClose }: ReplaceDialogProps) {
  const t = useTexts('documents');
  const [files, setFiles] = useState<File[]>([]);
  const [missing, setMissing] = useState(false);
  const replace = useReplace(doc_id);
  const close = () => {
    setFiles([]);
    setMissing(false);
    replace.reset();
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const [file] = files;
    setMissing(!file);
    if (!file) return;
    replace.mutate(file, {
      onSuccess: () => {
        toasts.success(t('replace.done'));
        close();
      },
    });
  };
  return (
    <Window
      opened={opened}
      onClose={replace.isPending ? () => undefined : close}
      title={t('replace.title')}
      closeButtonProps={{ 'aria-label': t('form.close') }}
    >
      <form className="k-stack" onSubmit={submit}>
        <p className="k-block k-plain k-second k-small">{t('replace.text')}</p>
        <FileDrop
          {...CONTRACT_RULES}
          label={t('form.file')}
          files={files}
          disabled={replace.isPending}
          progress={replace.progress}
          error={missing ? t('form.file_required') : replace.error ? errorText(replace.error) : undefined}
          onChange={(next) => {
            setFiles(next);
            setMissing(false);
            replace.reset();
          }}
        />
        <FormFoot submit={t('replace.submit')} busy={replace.isPending} onCancel={close} />
      </form>
    </Window>
  );
}

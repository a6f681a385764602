import type { Template } from '@kelisim/shared/features/templates/templates.contract.ts';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { DOCX_RULES, useUploadTemplate } from './templates.data.ts';

interface UploadTemplateDialogProps {
  /** The one that gets another file; null for a new one. */
  template: Template | null;
  onClose: () => void;
}

/** A Word file and its name. Fields that nobody knows are named beside the file. */
export function UploadTemplateDialog({ template, onClose }: UploadTemplateDialogProps) {
  const t = useTexts('templates');
  const ui = useTexts('ui');
  const [files, setFiles] = useState<File[]>([]);
  const [name, setName] = useState(template?.name ?? '');
  const [tried, setTried] = useState(false);
  const upload = useUploadTemplate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    const [file] = files;
    if (!file || name.trim() === '') return;
    const body = { name: name.trim(), ...(template && { template_id: String(template.id) }) };
    upload.mutate(
      { body, file },
      {
        onSuccess: () => {
          toasts.success(t('upload.done'));
          onClose();
        },
      },
    );
  };
  const refused = upload.error ? errorText(upload.error) : undefined;
  return (
    <Window
      opened
      onClose={upload.isPending ? () => undefined : onClose}
      title={t(template ? 'upload.replace_title' : 'upload.title')}
      closeButtonProps={{ 'aria-label': ui('close') }}
    >
      <form noValidate className="k-stack" onSubmit={submit}>
        <FileDrop
          {...DOCX_RULES}
          label={t('upload.file')}
          files={files}
          disabled={upload.isPending}
          progress={upload.progress}
          error={tried && files.length === 0 ? t('upload.file_required') : refused}
          onChange={(next) => {
            setFiles(next);
            upload.reset();
            const [file] = next;
            if (file && name === '') setName(file.name.replace(/\.docx$/i, '').slice(0, 200));
          }}
        />
        <TextInput
          label={t('upload.name')}
          description={t('upload.name_hint')}
          required
          maxLength={200}
          value={name}
          error={tried && name.trim() === '' ? t('upload.name_required') : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <FormFoot submit={t('upload.submit')} busy={upload.isPending} onCancel={onClose} />
      </form>
    </Window>
  );
}

import type { Template } from '@kelisim/shared/features/templates/templates.contract.ts';
import { TextInput } from '@mantine/core';
import limits from 'virtual:form-limits/templates.upload';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { DOCX_RULES, useUploadTemplate } from './templates.data.ts';

interface UploadTemplateDialogProps {
  /** The one that gets another file; null for a new one. */
  template: Template | null;
  onClose: () => void;
}

/** A Word file and its name. Fields that nobody knows are named beside the file. */
export default function UploadTemplateDialog({ template, onClose }: UploadTemplateDialogProps) {
  const t = useTexts('templates');
  const upload = useUploadTemplate();
  const form = useForm(
    { file: [] as File[], name: template?.name ?? '' },
    { limits, words: { file: t('upload.file_required'), name: t('upload.name_required') } },
  );
  return (
    <FormDialog
      title={t(template ? 'upload.replace_title' : 'upload.title')}
      form={form}
      submit={t('upload.submit')}
      save={async ({ file: [file], name }) => {
        const body = { name: name.trim(), ...(template && { template_id: String(template.id) }) };
        await upload.mutateAsync({ body, file: file! });
        toasts.success(t('upload.done'));
        onClose();
      }}
      onClose={onClose}
    >
      <FileDrop
        {...DOCX_RULES}
        label={t('upload.file')}
        progress={upload.progress}
        {...form.files('file')}
        onChange={(file) => {
          const [first] = file;
          const name = form.values.name || (first?.name.replace(/\.docx$/i, '').slice(0, 200) ?? '');
          form.set({ file, name });
        }}
      />
      <TextInput label={t('upload.name')} description={t('upload.name_hint')} {...form.field('name')} />
    </FormDialog>
  );
}

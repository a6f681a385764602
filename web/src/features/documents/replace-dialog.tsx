import limits from 'virtual:form-limits/documents.replace';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useReplace } from './documents.data.ts';
import { CONTRACT_RULES } from './file-kinds.ts';

interface ReplaceDialogProps {
  doc_id: number;
  opened: boolean;
  onClose: () => void;
}

/** Another file in the place of the first one; what is wrong with it is said beside it. */
export default function ReplaceDialog({ doc_id, opened, onClose }: ReplaceDialogProps) {
  const t = useTexts('documents');
  const replace = useReplace(doc_id);
  const form = useForm({ file: [] as File[] }, { limits, words: { file: t('form.file_required') } });
  const close = () => {
    form.reset();
    onClose();
  };
  return (
    <FormDialog
      opened={opened}
      title={t('replace.title')}
      form={form}
      submit={t('replace.submit')}
      save={async ({ file: [file] }) => {
        await replace.mutateAsync(file!);
        toasts.success(t('replace.done'));
        close();
      }}
      onClose={close}
    >
      <p className="k-second k-small">{t('replace.text')}</p>
      <FileDrop
        {...CONTRACT_RULES}
        label={t('form.file')}
        progress={replace.progress}
        {...form.files('file')}
      />
    </FormDialog>
  );
}

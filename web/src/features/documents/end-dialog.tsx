import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { DOCUMENT_TYPES } from '@kelisim/shared/features/documents/document-status.ts';
import limits from 'virtual:form-limits/documents.create';
import { useTexts } from '../../platform/i18n.ts';
import { useGo } from '../../ui/app-link.tsx';
import { DateInput } from '../../ui/date-input.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { PaperNumber, paperNumberOf } from '../../ui/paper-number.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useToday, useUpload } from './documents.data.ts';
import { CONTRACT_RULES } from './file-kinds.ts';

interface EndDialogProps {
  document: DocumentView;
  onClose: () => void;
}

/** An agreement that ends a contract: signed by both as any addendum, it ends the contract on its day. */
export default function EndDialog({ document, onClose }: EndDialogProps) {
  const t = useTexts('documents');
  const go = useGo();
  const today = useToday();
  const upload = useUpload();
  const form = useForm(
    { file: [] as File[], number: '', date: '', terminates_on: '' },
    {
      limits,
      words: { file: t('form.file_required') },
      check: ({ terminates_on }) => ({
        terminates_on: terminates_on ? undefined : t('form.required'),
      }),
    },
  );
  return (
    <FormDialog
      title={t('end.title')}
      form={form}
      submit={t('end.submit')}
      save={async ({ file: [file], number, date, terminates_on }) => {
        const made = await upload.mutateAsync({
          body: {
            title: t('end.name', { number: document.number }),
            contractor_id: String(document.contractor_company.id),
            type_id: String(DOCUMENT_TYPES.indexOf('addendum') + 1),
            parent_id: String(document.id),
            ...paperNumberOf({ number, date }),
            start_date: today < document.end_date ? today : document.end_date,
            end_date: document.end_date,
            terminates_on,
          },
          files: { file },
        });
        toasts.success(t('end.done'));
        onClose();
        go(`/lk/business/contracts/${made.id}`);
      }}
      onClose={onClose}
    >
      <p className="k-flat k-second k-small">{t('end.text')}</p>
      <FileDrop
        {...CONTRACT_RULES}
        label={t('end.file')}
        progress={upload.progress}
        {...form.files('file')}
      />
      <PaperNumber field={form.field} agreement />
      <DateInput
        label={t('end.day')}
        min={document.start_date}
        max={document.end_date}
        {...form.field('terminates_on')}
        required
      />
    </FormDialog>
  );
}

import limits from 'virtual:form-limits/documents.sign_by_hand';
import { useTexts } from '../../platform/i18n.ts';
import { FileDrop } from '../../ui/file-drop.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { useSignByHand } from './documents.data.ts';
import { SCAN_RULES } from './file-kinds.ts';

/** Both have signed on paper: the scan, and what happens then. */
export default function HandDialog({ doc_id, onClose }: { doc_id: number; onClose: () => void }) {
  const t = useTexts('documents');
  const mark = useSignByHand(doc_id);
  const form = useForm({ file: [] as File[] }, { limits, words: { file: t('hand.scan_required') } });
  return (
    <FormDialog
      title={t('hand.mark_title')}
      form={form}
      submit={t('hand.mark_submit')}
      save={async ({ file: [scan] }) => {
        await mark.mutateAsync(scan!);
        toasts.success(t('hand.mark_done'));
        onClose();
      }}
      onClose={onClose}
    >
      <p className="k-second k-small">{t('hand.mark_text')}</p>
      <FileDrop {...SCAN_RULES} label={t('hand.scan')} progress={mark.progress} {...form.files('file')} />
    </FormDialog>
  );
}

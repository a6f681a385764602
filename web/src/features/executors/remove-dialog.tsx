import { useTexts } from '../../platform/i18n.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useRemoveExecutor } from './executors.data.ts';

interface RemoveDialogProps {
  executor_id: number;
  name: string;
  onClose: () => void;
}

export function RemoveDialog({ executor_id, name, onClose }: RemoveDialogProps) {
  const t = useTexts('executors');
  const remove = useRemoveExecutor();
  return (
    <ConfirmDialog
      opened
      title={t('remove_title')}
      confirmLabel={t('remove')}
      tone="bad"
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ params: { executor_id } });
        toasts.success(t('done.remove'));
      }}
    >
      {t('remove_hint', { name })}
    </ConfirmDialog>
  );
}

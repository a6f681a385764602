import type { ApiKeyView } from '@kelisim/shared/features/api-keys/api-keys.contract.ts';
import { Select } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/use-form.ts';

const HOURS = ['1', '8', '24', '72'] as const;

interface RotateDialogProps {
  item: ApiKeyView;
  stale: readonly string[];
  onMade: (made: { name: string; key: string }) => void;
  onClose: () => void;
}

/** How long the old key stays good beside the new one. */
export default function RotateDialog({ item, stale, onMade, onClose }: RotateDialogProps) {
  const t = useTexts('api-keys');
  const rotate = useAction('api_keys.rotate', { stale: [...stale], meta: { quiet: true } });
  const form = useForm({ hours: '24' });
  return (
    <FormDialog
      title={t('rotate_title', { name: item.name })}
      form={form}
      submit={t('rotate')}
      save={async ({ hours }) => {
        const input = { params: { key_id: item.id }, body: { overlap_hours: Number(hours) } };
        const { key } = await rotate.mutateAsync(input);
        onClose();
        onMade({ name: item.name, key });
      }}
      onClose={onClose}
    >
      <p className="k-second">{t('rotate_lead')}</p>
      <Select
        allowDeselect={false}
        label={t('overlap')}
        data={HOURS.map((hours) => ({ value: hours, label: t(`hours.h${hours}`) }))}
        {...form.field('hours')}
      />
    </FormDialog>
  );
}

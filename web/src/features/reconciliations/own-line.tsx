import { Button, NativeSelect, TextInput } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { MoneyInput } from '../../ui/number-input.tsx';
import type { Form } from '../../ui/use-form.ts';
import type { AnswerDraft } from './answer-draft.ts';
import css from './reconciliations.module.css';

/** A line that only the executor's books have. */
export function OwnLine({
  form,
  at,
  onRemove,
}: {
  form: Form<AnswerDraft>;
  at: number;
  onRemove: () => void;
}) {
  const t = useTexts('reconciliations');
  return (
    <div className={css.own}>
      <NativeSelect
        label={t('answer.kind')}
        data={(['act', 'payment'] as const).map((kind) => ({ value: kind, label: t(`answer.kind_${kind}`) }))}
        {...form.field(`own.${at}.kind`)}
      />
      <DateInput label={t('answer.date')} {...form.field(`own.${at}.date`)} />
      <TextInput label={t('answer.number')} {...form.field(`own.${at}.number`)} />
      <MoneyInput signed label={t('answer.mine')} {...form.field(`own.${at}.amount`)} />
      <TextInput label={t('answer.why')} {...form.field(`own.${at}.remark`)} />
      <div className="k-row k-bottom">
        <Button
          variant="subtle"
          color="bad"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onRemove}
        >
          {t('answer.remove')}
        </Button>
      </div>
    </div>
  );
}

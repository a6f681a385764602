import {
  choicesOf,
  COMPANY_QUESTIONS,
  type TaxChoice,
} from '@kelisim/shared/features/taxes/tax-decisions.ts';
import type { TaxDecision } from '@kelisim/shared/features/taxes/taxes.contract.ts';
import { Radio, Textarea } from '@mantine/core';
import limits from 'virtual:form-limits/taxes.decide';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { sayChoice } from './decision-part.tsx';

interface DecisionDialogProps {
  decision: TaxDecision;
  is_of_company?: boolean;
  onClose: () => void;
}

/** What a company says in place of an answer, to follow the installation again. */
const TAKE_BACK = '';

/** What was decided, from which day on, and whose opinion it is. What was answered before stays in the history. */
export function DecisionDialog({ decision, is_of_company = false, onClose }: DecisionDialogProps) {
  const t = useTexts('tax-decisions');
  const { question } = decision;
  const meta = { stale: ['taxes.', 'bookkeeping.'], meta: { quiet: true } };
  const installation = useAction('taxes.decide', meta);
  const company = useAction('taxes.decide_for_company', meta);
  const form = useForm({ choice: decision.choice as string, valid_from: '', note: '' }, { limits });
  const choice = form.field('choice');
  return (
    <FormDialog
      title={t(`name.${question}`)}
      form={form}
      submit={t('save')}
      save={async ({ choice: chosen, valid_from, note }) => {
        const said = chosen === TAKE_BACK ? null : (chosen as TaxChoice);
        const rest = { valid_from, note: note.trim() };
        const own = COMPANY_QUESTIONS.find((one) => one === question);
        if (is_of_company && own)
          await company.mutateAsync({ body: { question: own, choice: said, ...rest } });
        else if (said) await installation.mutateAsync({ body: { question, choice: said, ...rest } });
        toasts.success(t('saved'));
        onClose();
      }}
      onClose={onClose}
    >
      <p>{t(`ask.${question}`)}</p>
      <Radio.Group
        label={t('choice_label')}
        value={String(choice.value)}
        onChange={choice.onChange}
        error={choice.error}
      >
        <div className="k-stack k-gap-10">
          {choicesOf(question).map((one) => (
            <Radio key={one} value={one} label={sayChoice(t, question, one)} />
          ))}
          {is_of_company && <Radio value={TAKE_BACK} label={t('taken_back')} />}
        </div>
      </Radio.Group>
      <DateInput label={t('from')} description={t('from_hint')} {...form.field('valid_from')} />
      <Textarea
        label={t('note')}
        description={t('note_hint')}
        minRows={3}
        {...form.field('note')}
        required={form.values.choice === 'other'}
      />
    </FormDialog>
  );
}

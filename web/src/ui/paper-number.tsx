import { COUNTED } from '@kelisim/shared/features/documents/contract-number.ts';
import { TextInput } from '@mantine/core';
import { Suspense } from 'react';
import { useTexts } from '../platform/i18n.ts';
import { DateInput } from './date-input.tsx';
import type { FieldProps } from './use-form.ts';

interface PaperNumberProps {
  /** Of the fields `number` and `date`. */
  field: (path: 'number' | 'date') => FieldProps;
  /** Several contracts share what is typed: the number needs the place of the counter. */
  many?: boolean;
  /** Of an agreement that adds to a contract. */
  agreement?: boolean;
}

/** Number and date of a contract as on its paper; both may stay empty. */
export function PaperNumber(props: PaperNumberProps) {
  return (
    <Suspense>
      <Fields {...props} />
    </Suspense>
  );
}

/** Its words come with it: they are of few windows. */
function Fields({ field, many = false, agreement }: PaperNumberProps) {
  const t = useTexts('papers');
  return (
    <div className="k-pair">
      <TextInput
        label={t(agreement ? 'paper_number.agreement_number' : 'paper_number.number')}
        description={t(many ? 'paper_number.number_many' : 'paper_number.number_hint', { counted: COUNTED })}
        autoComplete="off"
        {...field('number')}
      />
      <DateInput
        label={t(agreement ? 'paper_number.agreement_date' : 'paper_number.date')}
        description={t('paper_number.date_hint')}
        {...field('date')}
      />
    </div>
  );
}

/** The same as a call takes it: what is empty is not said. */
export function paperNumberOf({ number, date }: { number: string; date: string }) {
  return { ...(number.trim() && { number: number.trim() }), ...(date && { date }) };
}

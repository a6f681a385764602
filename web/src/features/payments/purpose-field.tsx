import {
  DEFAULT_PURPOSE,
  fillPurpose,
  findOddField,
  MAX_PURPOSE,
  PURPOSE_FIELDS,
} from '@kelisim/shared/features/payments/payment-purpose.ts';
import { Button, Textarea } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import type { FieldProps } from '../../ui/use-form.ts';

/** What an order would say, of papers with names of the usual length. */
const SAMPLE = {
  contract_number: '45-ГПХ/2026',
  contract_date: '30.01.2026',
  act_number: '125/2026',
  act_date: '31.10.2026',
  vat: 'в т.ч. НДС 16 % 22068.97',
  service: 'Услуги по доставке документов и малогабаритных грузов',
};

/** The template of purposes, with an example beneath it that follows the typing, and its length against the banks'. */
export function PurposeField({ field, onPut }: { field: FieldProps; onPut: (template: string) => void }) {
  const t = useTexts('payment-orders');
  const template: string = field.value;
  const odd = findOddField(template);
  const { text, length } = fillPurpose(template.trim() || DEFAULT_PURPOSE, SAMPLE);
  return (
    <div className="k-stack k-gap-8">
      <Textarea
        label={t('settings.purpose')}
        description={t('settings.purpose_hint')}
        placeholder={DEFAULT_PURPOSE}
        {...field}
        error={field.error ?? (odd === null ? undefined : t('settings.purpose_odd', { name: odd }))}
      />
      <div className="k-row k-gap-8 k-wrap">
        {PURPOSE_FIELDS.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-sm"
            onClick={() => onPut(`${template || DEFAULT_PURPOSE} {${name}}`)}
          >
            {t(`settings.purpose_fields.${name}`)}
          </Button>
        ))}
      </div>
      <p className="k-flat k-second k-small k-anywhere" aria-live="polite">
        {t('settings.purpose_example', { text })}
      </p>
      <p className={`k-flat k-small ${length > MAX_PURPOSE ? 'k-fault' : 'k-second'}`}>
        {t(length > MAX_PURPOSE ? 'settings.purpose_long' : 'settings.purpose_length', {
          length,
          max: MAX_PURPOSE,
        })}
      </p>
    </div>
  );
}

import type { CompanyChange } from '@kelisim/shared/features/companies/companies.contract.ts';
import { EMPLOYEE_RIGHTS } from '@kelisim/shared/kernel/rights.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { COMPANY_FIELDS, useHistory } from './settings.data.ts';
import css from './settings.module.css';

const FIRST = 5;
const MORE = 100;

/** Who changed what, newest first. */
export function HistoryCard() {
  const t = useTexts('settings');
  const states = useTexts('states');
  const linesOf = useLines();
  const [limit, setLimit] = useState(FIRST);
  const { data, error, refetch } = useHistory(limit);
  return (
    <Card title={t('history.title')}>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className={css.second}>{t('history.empty')}</p>}
      {data && data.total > 0 && (
        <Timeline
          entries={data.items.map((change) => ({
            key: change.id,
            at: change.created_at,
            title: t(`history.${change.action}`),
            who: change.api_key
              ? states('by_key', { key: change.api_key, name: change.user.full_name })
              : change.user.full_name,
            note: noteOf(linesOf(change)),
          }))}
        />
      )}
      {data && data.total > data.items.length && limit === FIRST && (
        <Button variant="subtle" onClick={() => setLimit(MORE)}>
          {t('history.more')}
        </Button>
      )}
    </Card>
  );
}

function noteOf(lines: string[]): ReactNode {
  if (lines.length === 0) return null;
  return lines.map((line) => (
    <span key={line} className="k-block k-anywhere">
      {line}
    </span>
  ));
}

const ROLES = [
  'platform_role.none',
  'platform_role.kelisim_is_operator',
  'platform_role.customer_is_operator',
] as const;
const CARRIES = ['deduction_carry.none', 'deduction_carry.year'] as const;
/** The text of a choice, by how it is written down. */
const oneOf = <const V extends string>(of: readonly V[], value: string | null | undefined) =>
  of.find((one) => one.split('.')[1] === value);

const OTHER_FIELDS = [
  'employee',
  'rights',
  'platform_role',
  'deduction_carry',
  'from',
  'until',
  'payment_limit',
  'payment_channel',
  'banking_integration_type',
  'bookkeeper_name',
  'withholding',
  'reason',
  'key',
  'scopes',
  'url',
  'types',
] as const;

/** What changed, a line a field: the account in groups of four, a field that was or is empty as a dash. */
function useLines(): (change: CompanyChange) => string[] {
  const t = useTexts('settings');
  const people = useTexts('employees');
  const payments = useTexts('payment-orders');
  const f = useFormats();
  const shown = (field: string, value: string | null | undefined) => {
    if (field === 'platform_role') return t(`history.tax_choice.${oneOf(ROLES, value) ?? 'taken_back'}`);
    if (field === 'deduction_carry') return t(`history.tax_choice.${oneOf(CARRIES, value) ?? 'taken_back'}`);
    if (!value) return '—';
    if (field === 'iban') return f.iban(value);
    if (field === 'from' || field === 'until') return f.date(value);
    if (field === 'payment_limit') return f.money(value);
    if (field === 'payment_channel') return payments(`settings.${value === 'bank' ? 'bank' : 'file'}`);
    if (field === 'document_language') return t(`company.in_${value === 'kz' ? 'kz' : 'ru'}`);
    if (field === 'rights')
      return EMPLOYEE_RIGHTS.filter((right) => value.split(' ').includes(right))
        .map((right) => people(`rights.${right}`))
        .join(' · ');
    return field === 'phone' ? f.phone(value) : value;
  };
  const labelOf = (action: CompanyChange['action'], field: string) => {
    // The name of an address for events is not that of the company.
    if (field === 'name' && action.startsWith('webhook')) return null;
    if (field === 'iban' || field === 'kbe') return t(`account.${field}`);
    const other = OTHER_FIELDS.find((name) => name === field);
    if (other) return t(`history.field.${other}`);
    const own = COMPANY_FIELDS.find((name) => name === field);
    return own ? t(`company.${own}`) : null;
  };
  return ({ action, before, after }) =>
    ['iban', 'kbe', ...OTHER_FIELDS, ...COMPANY_FIELDS]
      .filter((field) => field in before || field in after)
      .flatMap((field) => {
        const label = labelOf(action, field);
        if (!label) return [];
        const [was, is] = [before[field], after[field]];
        // Of what was added or removed there is one side only, and what is empty there was never filled in.
        if (!(field in before && field in after))
          return was || is ? [`${label}: ${shown(field, was || is)}`] : [];
        return [`${label}: ${shown(field, was)} → ${shown(field, is)}`];
      });
}

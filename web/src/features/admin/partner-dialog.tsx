import type { CompanyRow } from '@kelisim/shared/features/companies/companies.contract.ts';
import { Checkbox, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { FormFoot } from '../../ui/form-foot.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import css from './admin.module.css';

/** Who brought a company, and what share of the commission is his. */
export function PartnerDialog({ company, onClose }: { company: CompanyRow; onClose: () => void }) {
  const t = useTexts('admin');
  const [has_partner, setHas] = useState(company.has_partner);
  const [partner_name, setName] = useState(company.partner_name ?? '');
  const [partner_commission, setCommission] = useState(company.partner_commission ?? '');
  const save = useDeed('companies.set_partner', { stale: ['companies.'], meta: { quiet: true } });
  const refused = save.error instanceof ApiError ? save.error.field : null;
  const errorOf = (field: string) => (refused === field ? errorText(save.error) : undefined);
  const form = useRef<HTMLFormElement>(null);
  // What is to be mended is under the fingers.
  useEffect(() => {
    if (save.error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [save.error]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const named = {
      ...(partner_name.trim() ? { partner_name } : {}),
      ...(partner_commission ? { partner_commission } : {}),
    };
    save.mutate(
      { body: { company_id: company.id, has_partner, ...(has_partner ? named : {}) } },
      {
        onSuccess: () => {
          toasts.success(t('companies.partner_saved'));
          onClose();
        },
      },
    );
  };
  return (
    <Window
      opened
      onClose={onClose}
      title={t('companies.partner_title', { name: company.name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form ref={form} className={css.form} noValidate onSubmit={submit}>
        <Checkbox
          label={t('companies.has_partner')}
          checked={has_partner}
          onChange={(event) => setHas(event.currentTarget.checked)}
        />
        {has_partner && (
          <>
            <TextInput
              required
              label={t('companies.partner_name')}
              maxLength={200}
              value={partner_name}
              error={errorOf('partner_name')}
              onChange={(event) => {
                setName(event.currentTarget.value);
                save.reset();
              }}
            />
            <NumberInput
              required
              label={t('companies.partner_commission')}
              fraction={2}
              whole={3}
              value={partner_commission}
              error={errorOf('partner_commission')}
              onChange={(value) => {
                setCommission(value);
                save.reset();
              }}
            />
          </>
        )}
        <FormFoot
          error={save.error && !refused && errorText(save.error)}
          submit={t('companies.partner_save')}
          busy={save.isPending}
          onCancel={onClose}
        />
      </form>
    </Window>
  );
}

import type { Employee } from '@kelisim/shared/features/employees/employees.contract.ts';
import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useDeed } from '../../platform/query.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { toasts } from '../../ui/toasts.ts';
import { Window } from '../../ui/window.tsx';
import { useProof } from '../auth/public.ts';
import { staleEmployees } from './employees.data.ts';
import css from './employees.module.css';

export function DeputyDialog({ employee, onClose }: { employee: Employee; onClose: () => void }) {
  const t = useTexts('employees');
  const ui = useTexts('ui');
  const [today] = useState(() => almatyDate(new Date()));
  const [from, setFrom] = useState(employee.deputy?.from ?? today);
  const [until, setUntil] = useState(employee.deputy?.until ?? '');
  const [tried, setTried] = useState(false);
  const name = useDeed('employees.set_deputy', { stale: staleEmployees, meta: { quiet: true } });
  const { withProof, proofWindow } = useProof(t('prove'), 'access');
  const faultOf = (value: string) => (tried && !value ? t('deputy_missing') : undefined);
  const reversed = from !== '' && until !== '' && until < from;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!from || !until || reversed) return;
    const input = { params: { user_id: employee.user_id }, body: { from, until } };
    if (await withProof(() => name.mutateAsync(input)).catch(() => false)) {
      toasts.success(t('deputy_named'));
      onClose();
    }
  };
  return (
    <>
      <Window
        opened
        onClose={onClose}
        title={t('deputy_title', { name: employee.full_name })}
        closeButtonProps={{ 'aria-label': ui('close') }}
      >
        <form className={css.form} noValidate onSubmit={(event) => void submit(event)}>
          <p className={css.second}>{t('deputy_lead')}</p>
          <div className={css.pair}>
            <DateInput
              label={t('deputy_from')}
              required
              value={from}
              error={faultOf(from)}
              onChange={setFrom}
            />
            <DateInput
              label={t('deputy_until')}
              required
              min={from || today}
              value={until}
              error={reversed ? t('deputy_reversed') : faultOf(until)}
              onChange={setUntil}
            />
          </div>
          <FormFoot
            error={name.error && errorText(name.error)}
            submit={t('name_deputy')}
            busy={name.isPending}
            onCancel={onClose}
          />
        </form>
      </Window>
      {proofWindow}
    </>
  );
}

import type { Answer } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import css from './pay.module.css';

interface RegisterNoteProps {
  payees: readonly Pick<Answer<'payments.preview'>['payees'][number], 'company_id' | 'name' | 'register'>[];
}

/** Of whom the register of taxpayers was not asked today in time, and how old the answer is that counts; nothing where all is fresh. */
export function RegisterNote({ payees }: RegisterNoteProps) {
  const t = useTexts('payments');
  const f = useFormats();
  const those = payees.filter(({ register }) => register !== null && register.state !== 'fresh');
  if (those.length === 0) return null;
  return (
    <details className={css.why}>
      <summary>{t('unasked', { count: those.length })}</summary>
      <p>{t('unasked_why')}</p>
      <ul>
        {those.map(({ company_id, name, register }) => (
          <li key={company_id}>
            {name}:{' '}
            {register?.answered_on
              ? t('unasked_since', { date: f.date(register.answered_on) })
              : t('unasked_never')}
          </li>
        ))}
      </ul>
    </details>
  );
}

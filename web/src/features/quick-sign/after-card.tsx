import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { useAsked } from '../../platform/use-asked.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import type { AfterSigning } from './quick-sign.data.ts';
import css from './quick-sign.module.css';

/** Whose turn it is, when the money comes, and the next paper where one waits. */
export function AfterCard({ token }: { token: string }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const { data: after } = useAsked(token, (signal) =>
    api.call('quick_sign.after', { params: { token } }, { signal }),
  );
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  if (!after) return null;
  const next = async () => {
    setBusy(true);
    setFault(null);
    try {
      const { url } = await api.call('quick_sign.next', { params: { token } });
      if (url) location.assign(new URL(url).pathname);
      else setBusy(false);
    } catch (error) {
      setFault(errorText(error));
      setBusy(false);
    }
  };
  const { company_phone: phone } = after;
  return (
    <section className="k-stack k-gap-12 k-surface k-pad-16" aria-label={t('after.title')}>
      <h2 className="k-title">{t('after.title')}</h2>
      <ul className={`k-list ${css.steps}`}>
        <li data-done>{t('after.signed')}</li>
        {after.waits_for === 'company' && <li>{t('after.company', { company: after.company })}</li>}
        {after.waits_for !== 'nobody' && <MoneyStep after={after} />}
        {after.is_paid && <li data-done>{t('after.paid')}</li>}
      </ul>
      {phone && (
        <p className={css.second}>
          {t(after.late_days > 0 ? 'after.ask_late' : 'after.ask', { company: after.company })}{' '}
          <a href={`tel:${phone}`}>{f.phone(phone)}</a>
        </p>
      )}
      {after.waiting > 0 && (
        <>
          <PlainButton wide loading={busy} onClick={() => void next()}>
            {t('after.next', { count: after.waiting })}
          </PlainButton>
          {fault !== null && (
            <p role="alert" className="k-fault">
              {fault}
            </p>
          )}
        </>
      )}
    </section>
  );
}

function MoneyStep({ after }: { after: AfterSigning }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const { expected_on, term_days, late_days } = after;
  if (late_days > 0 && expected_on)
    return <li data-late>{t('after.late', { count: late_days, date: f.date(expected_on) })}</li>;
  if (expected_on)
    return (
      <li>{t(term_days === null ? 'after.money_usual' : 'after.money_by', { date: f.date(expected_on) })}</li>
    );
  if (term_days !== null) return <li>{t('after.money_term', { count: term_days })}</li>;
  return <li>{t('after.money')}</li>;
}

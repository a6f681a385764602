import type { ObligationKind } from '@kelisim/shared/features/obligations/obligation-kinds.ts';
import type { Answer } from '../../platform/api.ts';
import { useLocale, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { OfficeButton } from './office-button.tsx';

interface PayeeCellProps {
  kind: ObligationKind;
  payee: Answer<'obligations.month'>['items'][number]['payee'];
  isBelowZero: boolean;
  /** Where the company itself says to whom it goes, and this user may say it. */
  mayEnter: boolean;
}

/** To whom it goes and under which codes, and what is missing. */
export function PayeeCell({ kind, payee, isBelowZero, mayEnter }: PayeeCellProps) {
  const t = useTexts('obligations');
  const f = useFormats();
  const locale = useLocale();
  if (isBelowZero) return t('minus');
  if (!payee) return t(kind === 'self_employed' ? 'no_single_payee' : 'no_payee');
  const { name, name_kz, bin, iban, bic, knp, kbe, kbk, sureness, entered } = payee;
  // What has no Kazakh name is said to be in Russian; what the company typed is its own word.
  const shown = entered || locale === 'ru' ? name : (name_kz ?? t('in_russian', { text: name }));
  const codes = [t('codes', { knp, kbe }), ...(kbk ? [t('kbk', { kbk })] : [])];
  return (
    <>
      {shown}
      <span className="k-block k-small">{[...codes, ...(bin ? [t('bin', { bin })] : [])].join(', ')}</span>
      {iban && bic && <span className="k-block k-small">{t('account', { iban: f.iban(iban), bic })}</span>}
      {(!bin || !iban) && <span className="k-block k-small">{t('missing')}</span>}
      {sureness !== 'high' && <span className="k-block k-second k-small">{t('unsure')}</span>}
      {entered && (
        <span className="k-block k-second k-small">
          {t('office.entered', {
            name: entered.by,
            date: f.date(entered.at),
            from: f.date(entered.valid_from),
          })}
        </span>
      )}
      {kbk && mayEnter && <OfficeButton payee={payee} />}
    </>
  );
}

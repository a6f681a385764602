import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { api } from '../platform/api.ts';
import { errorText } from '../platform/error-text.ts';
import { switchLocale, useLocale, useTexts } from '../platform/i18n.ts';
import { hasLiveToken } from '../platform/session.ts';
import { toasts } from '../ui/toasts.ts';
import css from './locale-switch.module.css';

const names: Record<Locale, string> = { ru: 'Русский', kz: 'Қазақша' };

/** ru / kz. What is half filled on the page stays as it is. */
export function LocaleSwitch() {
  const t = useTexts('app');
  const now = useLocale();
  const choose = async (locale: Locale) => {
    try {
      await switchLocale(locale);
    } catch (reason) {
      toasts.error(errorText(reason), { id: 'locale' });
      return;
    }
    // Messages follow the screen; a failure here must not disturb anybody.
    if (hasLiveToken()) await api.call('auth.locale', { body: { locale } }).catch(() => undefined);
  };
  return (
    <div className={css.switch} role="group" aria-label={t('top.language')}>
      {(['ru', 'kz'] as const).map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale === 'kz' ? 'kk' : 'ru'}
          aria-pressed={now === locale}
          onClick={() => void choose(locale)}
        >
          {names[locale]}
        </button>
      ))}
    </div>
  );
}

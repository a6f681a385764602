import type { MessageSample } from '@kelisim/shared/features/messages/outbox.contract.ts';
import { fill } from '@kelisim/shared/kernel/fill.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { smsParts } from '@kelisim/shared/kernel/sms-parts.ts';
import kz from '@kelisim/shared/texts/kz/messages.ts';
import kz_notices from '@kelisim/shared/texts/kz/notices.ts';
import kz_security from '@kelisim/shared/texts/kz/security.ts';
import ru from '@kelisim/shared/texts/ru/messages.ts';
import ru_notices from '@kelisim/shared/texts/ru/notices.ts';
import ru_security from '@kelisim/shared/texts/ru/security.ts';

/** As long as what really stands there. */
const VALUES = {
  code: '004217',
  company: 'ТОО «Алатау Сервис»',
  party: 'ТОО «Алатау Сервис»',
  who: 'Сейітов Алмас Ержанұлы',
  number: '128',
  date: '30.11.2026',
  period: '01.10.2026–31.10.2026',
  blocked: '15.12.2026',
  when: '22.11.2026, 10:30',
  where: '203.0.113.9',
  amount: '45 000,00 ₸',
  reason: 'БИН',
  key: '1С:Бухгалтерия',
  day: '30.11.2026',
};

/** Every message as its reader would see it, for whoever answers for the words. */
export function sampleMessages(language: Locale, public_url: string): MessageSample[] {
  const texts = { ru, kz }[language];
  const { what } = { ru: ru_notices, kz: kz_notices }[language];
  const { password } = { ru: ru_security, kz: kz_security }[language].credential_names;
  const usual = {
    ...VALUES,
    what: fill(what.act, { number: '128/2026' }),
    link: `${public_url}/lk/executor/acts/1024?company=12&l=${language}`,
  };
  return Object.entries(texts).map(([kind, text]) => {
    const values = kind === 'credential_changed' ? { ...usual, what: password } : usual;
    const sms = fill(text.sms, values);
    return {
      kind,
      in_app: 'in_app' in text ? fill(text.in_app, values) : null,
      sms,
      sms_parts: smsParts(sms),
      subject: fill(text.subject, values),
      email: fill(text.email, values),
    };
  });
}

import { IconAlertTriangle } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { numberOf } from './tariff.data.ts';
import type { TariffEntry } from './tariff.data.ts';
import css from './tariff.module.css';

interface OverdueBannerProps {
  bill: TariffEntry;
  blocks_on: string;
  is_blocked: boolean;
}

/** Which bill is late, what stops and when, and the way to it. */
export default function OverdueBanner({ bill, blocks_on, is_blocked }: OverdueBannerProps) {
  const t = useTexts('tariff');
  const f = useFormats();
  const words = { number: numberOf(bill.id ?? 0), amount: f.money(bill.payment_amount) };
  return (
    <aside className={css.banner} data-blocked={is_blocked || undefined}>
      <IconAlertTriangle size={20} aria-hidden />
      <span>
        {is_blocked ? t('overdue.blocked', words) : t('overdue.text', { ...words, date: f.date(blocks_on) })}
      </span>
      <AppLink href="/lk/business/settings/tariff">{t('overdue.open')}</AppLink>
    </aside>
  );
}

import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Banner } from '../../ui/banner.tsx';
import { numberOf } from './tariff.data.ts';
import type { TariffEntry } from './tariff.data.ts';

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
    <Banner
      bad={is_blocked}
      words={
        is_blocked ? t('overdue.blocked', words) : t('overdue.text', { ...words, date: f.date(blocks_on) })
      }
      href="/lk/business/settings/tariff"
      link={t('overdue.open')}
    />
  );
}

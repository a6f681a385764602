import { useTexts } from '../../platform/i18n.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';

const PLACES = { figures: '/admin/taxes', decisions: '/admin/taxes/decisions' };

/** The pages of the desk of taxes, above each of them. */
export function TaxTabs({ current }: { current: keyof typeof PLACES }) {
  const t = useTexts('tax-decisions');
  const tabs = (['figures', 'decisions'] as const).map((key) => ({
    key,
    label: t(`tabs.${key}`),
    href: PLACES[key],
  }));
  return <ViewTabs label={t('tabs.label')} tabs={tabs} current={current} />;
}

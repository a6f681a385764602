import { useTexts } from '../../platform/i18n.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';

const PLACES = {
  companies: '/admin/tariffs',
  incoming: '/admin/tariffs/incoming',
  setup: '/admin/tariffs/setup',
};

/** The pages of the desk of tariffs, above each of them. */
export function TariffTabs({ current }: { current: keyof typeof PLACES }) {
  const t = useTexts('tariff');
  const tabs = (['companies', 'incoming', 'setup'] as const).map((key) => ({
    key,
    label: t(`admin.tabs.${key}`),
    href: PLACES[key],
  }));
  return <ViewTabs label={t('admin.tabs.label')} tabs={tabs} current={current} />;
}

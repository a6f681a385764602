import { useTexts } from '../../platform/i18n.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';

const TABS = {
  business: ['company', 'integrations', 'employees', 'templates', 'bookkeeping', 'api', 'tariff'],
  executor: ['company', 'integrations'],
} as const;
type Tab = (typeof TABS)['business'][number];

/** The pages of the settings, above each of them. */
export function SettingsTabs({ current, side = 'business' }: { current: Tab; side?: keyof typeof TABS }) {
  const t = useTexts('settings');
  const tabs = TABS[side].map((key) => ({
    key,
    label: t(`tabs.${key}`),
    href: `/lk/${side}/settings/${key}`,
  }));
  return <ViewTabs label={t('tabs.label')} tabs={tabs} current={current} />;
}

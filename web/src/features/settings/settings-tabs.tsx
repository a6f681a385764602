import { useTexts } from '../../platform/i18n.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';

const TABS = ['company', 'integrations', 'employees', 'templates', 'bookkeeping', 'tariff'] as const;
type Tab = (typeof TABS)[number];

/** The pages of the settings, above each of them. */
export function SettingsTabs({ current }: { current: Tab }) {
  const t = useTexts('settings');
  const tabs = TABS.map((key) => ({
    key,
    label: t(`tabs.${key}`),
    href: `/lk/business/settings/${key}`,
  }));
  return <ViewTabs label={t('tabs.label')} tabs={tabs} current={current} />;
}

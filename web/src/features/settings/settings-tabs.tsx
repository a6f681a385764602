import { useTexts } from '../../platform/i18n.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';

/** The pages of the settings, above each of them. */
export function SettingsTabs({
  current,
}: {
  current: 'company' | 'employees' | 'templates' | 'integrations' | 'tariff';
}) {
  const t = useTexts('settings');
  const tabs = (['company', 'employees', 'templates', 'integrations', 'tariff'] as const).map((key) => ({
    key,
    label: t(`tabs.${key}`),
    href: `/lk/business/settings/${key}`,
  }));
  return <ViewTabs label={t('tabs.label')} tabs={tabs} current={current} />;
}

import { useTexts } from '../../platform/i18n.ts';
import { ViewTabs } from '../../ui/view-tabs.tsx';

const HREFS = { own: '/lk/business/esf', inbound: '/lk/business/esf/inbound' };

/** The two lists of a company: what was issued by its acts, and what others issued to it. */
export function EsfViews({ current }: { current: keyof typeof HREFS }) {
  const t = useTexts('esf');
  return (
    <ViewTabs
      label={t('views.label')}
      current={current}
      tabs={(['own', 'inbound'] as const).map((key) => ({ key, label: t(`views.${key}`), href: HREFS[key] }))}
    />
  );
}

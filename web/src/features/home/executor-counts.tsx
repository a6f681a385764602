import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Figures } from '../../ui/figures.tsx';
import { executorsHref } from './act-links.ts';
import type { BusinessHome } from './home.data.ts';

/** How many executors work, wait for money and owe a signature: each the way to the list of just those. */
export function ExecutorCounts({ home }: { home: BusinessHome }) {
  const t = useTexts('home');
  const f = useFormats();
  return (
    <Card title={t('executors.title')}>
      <Figures
        figures={(['active', 'pending_payment', 'pending_sign'] as const).map((key) => ({
          name: t(`executors.${key}`),
          value: f.number(home[`executors_${key}`]),
          href: executorsHref[key],
        }))}
      />
    </Card>
  );
}

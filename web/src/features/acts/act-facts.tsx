import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';

/** What is written in the act beside its services. */
export function ActFacts({ act }: { act: ActView }) {
  const t = useTexts('acts');
  const f = useFormats();
  return (
    <Card title={t('page.facts')}>
      <KeyValue
        rows={[
          { label: t('page.contract'), value: act.contract_title },
          { label: t('page.date'), value: f.date(act.act_date) },
          { label: t('page.period'), value: f.period(act.start_date, act.end_date) },
          ...(act.knp ? [{ label: t('page.knp'), value: act.knp }] : []),
          ...(act.additional_info ? [{ label: t('page.info'), value: act.additional_info }] : []),
        ]}
      />
    </Card>
  );
}

import type { ActLink, ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import type { Actor } from './actor.ts';

/** What is written in the act beside its services. */
export function ActFacts({ act, side }: { act: ActView; side: Actor['side'] }) {
  const t = useTexts('acts');
  const f = useFormats();
  const link = (one: ActLink) => (
    <AppLink key={one.id} href={`/lk/${side}/acts/${one.id}`} className="k-block">
      {t('number', { number: one.number })} · {f.money(one.amount)} · {one.status.name}
    </AppLink>
  );
  return (
    <Card title={t('page.facts')}>
      <KeyValue
        rows={[
          { label: t('page.contract'), value: act.contract_title },
          { label: t('page.date'), value: f.date(act.act_date) },
          { label: t('page.period'), value: f.period(act.start_date, act.end_date) },
          ...(act.knp ? [{ label: t('page.knp'), value: act.knp }] : []),
          ...(act.corrects ? [{ label: t('page.corrects'), value: link(act.corrects) }] : []),
          ...(act.corrections.length > 0
            ? [{ label: t('page.corrections'), value: act.corrections.map(link) }]
            : []),
          ...(act.repeats ? [{ label: t('page.repeats'), value: link(act.repeats) }] : []),
          ...(act.additional_info ? [{ label: t('page.info'), value: act.additional_info }] : []),
        ]}
      />
    </Card>
  );
}

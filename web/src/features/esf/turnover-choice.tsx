import type { TurnoverRule } from '@kelisim/shared/features/esf/turnover.ts';
import { Radio } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import type { EsfOfAct } from './esf.data.ts';

interface TurnoverChoiceProps {
  days: EsfOfAct['turnover'];
  chosen: TurnoverRule | undefined;
  onChoose: (rule: TurnoverRule) => void;
}

/** Which day the invoice has for its turnover; nothing to choose where both rules name the same. */
export function TurnoverChoice({ days, chosen, onChoose }: TurnoverChoiceProps) {
  const t = useTexts('esf');
  const f = useFormats();
  if (new Set(days.map(({ date }) => date)).size < 2) return null;
  return (
    <Radio.Group
      label={t('turnover')}
      description={t('turnover_hint')}
      descriptionProps={{ mb: 8 }}
      value={chosen ?? ''}
      onChange={(value) => {
        const day = days.find(({ rule }) => rule === value);
        if (day) onChoose(day.rule);
      }}
    >
      <div className="k-stack k-gap-8">
        {days.map(({ rule, date }) => (
          <Radio key={rule} value={rule} label={t(`turnover_rule.${rule}`, { date: f.date(date) })} />
        ))}
      </div>
    </Radio.Group>
  );
}

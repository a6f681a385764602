import type { ReconciliationView } from '@kelisim/shared/features/reconciliations/reconciliations.contract.ts';
import { parseMoney } from '@kelisim/shared/kernel/money.ts';
import { Button, Switch, Textarea, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import limits from 'virtual:form-limits/reconciliations.answer';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { Fault } from '../../ui/failure.tsx';
import { MoneyInput } from '../../ui/number-input.tsx';
import { toasts } from '../../ui/toasts.ts';
import { useForm } from '../../ui/use-form.ts';
import { firstAnswer, newOwnLine, sumFaults, toBody, type AnswerDraft } from './answer-draft.ts';
import { LineName } from './line-name.tsx';
import { OwnLine } from './own-line.tsx';
import css from './reconciliations.module.css';

/** Line by line: it agrees unless it is marked as otherwise, with the own sum and a remark. */
export default function AnswerForm({ act, onDone }: { act: ReconciliationView; onDone: () => void }) {
  const t = useTexts('reconciliations');
  const f = useFormats();
  const answer = useAction('reconciliations.answer', {
    stale: ['reconciliations.', 'home.'],
    meta: { quiet: true },
  });
  const sum_wrong = t('answer.sum_wrong');
  const form = useForm<AnswerDraft>(() => firstAnswer(act), {
    limits,
    check: (values) => sumFaults(values, sum_wrong),
  });
  const { values } = form;
  const agrees = values.opening === null && values.lines.length + values.own.length === 0;
  const save = async (draft: AnswerDraft) => {
    const view = await answer.mutateAsync({
      params: { reconciliation_id: act.id },
      body: toBody(draft),
    });
    toasts.success(t(view.document ? 'answer.agreed' : 'answer.sent'));
    onDone();
  };
  const toggle = (position: number, amount: string | null) => {
    const others = values.lines.filter((line) => line.position !== position);
    const line = {
      position,
      amount: amount === null || parseMoney(amount) === null ? '' : amount,
      remark: '',
    };
    form.set({ lines: others.length < values.lines.length ? others : [...others, line] });
  };
  return (
    <form {...form.bind(save)}>
      <Card title={t('answer.title')}>
        <p className="k-second">{t('answer.about')}</p>
        <div className="k-pad-12-0 k-line-above">
          <div className="k-split">
            <span>{t('opening')}</span>
            <strong className="k-figures">{f.money(act.opening)}</strong>
          </div>
          <Differs
            name={t('opening')}
            on={values.opening !== null}
            onToggle={(on) => form.set({ opening: on ? '' : null })}
          />
          {values.opening !== null && (
            <div className={css.otherwise}>
              <MoneyInput
                signed
                label={t('answer.opening')}
                description={t('answer.opening_hint')}
                {...form.field('opening')}
              />
            </div>
          )}
        </div>
        {act.lines
          .filter(({ amount }) => amount !== null)
          .map((line) => {
            const at = values.lines.findIndex(({ position }) => position === line.position);
            const name = `${f.date(line.date)}, ${line.number}`;
            return (
              <div key={line.position} className="k-pad-12-0 k-line-above">
                <div className="k-split k-nowrap">
                  <span className="k-shrink">
                    <span className="k-block k-second k-small">{f.date(line.date)}</span>
                    <LineName line={line} />
                  </span>
                  <strong className="k-figures k-right">{f.money(line.amount ?? '0')}</strong>
                </div>
                <Differs name={name} on={at >= 0} onToggle={() => toggle(line.position, null)} />
                {at >= 0 && (
                  <div className={css.otherwise}>
                    <MoneyInput signed label={t('answer.mine')} {...form.field(`lines.${at}.amount`)} />
                    <TextInput label={t('answer.why')} {...form.field(`lines.${at}.remark`)} />
                  </div>
                )}
              </div>
            );
          })}
        <div className="k-pad-12-0 k-line-above">
          <h3 className="k-title">{t('answer.own_title')}</h3>
          <p className="k-second">{t('answer.own_hint')}</p>
        </div>
        {values.own.map((_line, at) => (
          <OwnLine
            key={at}
            form={form}
            at={at}
            onRemove={() => form.set({ own: values.own.filter((_one, other) => other !== at) })}
          />
        ))}
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => form.set({ own: [...values.own, newOwnLine(act.date_to)] })}
        >
          {t('answer.add')}
        </Button>
        <div className="k-pad-12-0 k-line-above" />
        <div className="k-stack">
          <Textarea label={t('answer.remark')} {...form.field('comment')} />
          <Fault text={form.failure} />
          <Button type="submit" size="md" loading={form.busy}>
            {t(agrees ? 'answer.agree' : 'answer.send')}
          </Button>
        </div>
      </Card>
    </form>
  );
}

function Differs({ name, on, onToggle }: { name: string; on: boolean; onToggle: (on: boolean) => void }) {
  const t = useTexts('reconciliations');
  return (
    <Switch
      mt={8}
      label={t('answer.differs')}
      aria-label={`${t('answer.differs')}: ${name}`}
      checked={on}
      onChange={(event) => onToggle(event.currentTarget.checked)}
    />
  );
}

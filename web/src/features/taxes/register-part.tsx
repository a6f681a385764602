import type { StandingView } from '@kelisim/shared/features/taxes/standings.contract.ts';
import { Button } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { toasts } from '../../ui/toasts.ts';

/** What the register of taxpayers says, since when that is known, and the way to ask it now. */
export function RegisterPart({ data, may_change }: { data: StandingView; may_change: boolean }) {
  const t = useTexts('standings');
  const f = useFormats();
  const check = useAction('taxes.check_register', { stale: ['taxes.'] });
  const { answer, silent_at, objection, may_ask } = data.register;
  if (!may_ask && !answer) return null;
  const spanOf = (span: { since: string | null; until: string | null } | null) => {
    if (span === null) return t('register.none');
    if (span.until !== null) return t('register.ended', { until: f.date(span.until) });
    return span.since === null ? t('register.held') : t('register.held_since', { since: f.date(span.since) });
  };
  return (
    <section className="k-stack k-gap-8">
      <div className="k-split k-middle">
        <h3 className="k-title k-flat">{t('register.title')}</h3>
        {may_change && may_ask && (
          <Button
            variant="default"
            size="compact-sm"
            loading={check.isPending}
            onClick={async () => {
              const { register } = await check.mutateAsync({
                body: { executor_company_id: data.executor.id },
              });
              // Of a silence the card says since when.
              if (register.silent_at === null) toasts.success(t('register.checked'));
            }}
          >
            {t('register.check')}
          </Button>
        )}
      </div>
      {objection && <p className="k-fault k-flat">{t(`register.objections.${objection}`)}</p>}
      {answer && (
        <KeyValue
          rows={[
            {
              label: t(data.executor.is_entity ? 'register.entity' : 'register.trader'),
              value: [spanOf(answer.registration), answer.is_liquidating && t('register.liquidating')]
                .filter(Boolean)
                .join('; '),
            },
            { label: t('register.vat'), value: spanOf(answer.vat) },
          ]}
        />
      )}
      <p className="k-second k-small k-flat">
        {answer && `${t('register.asked', { moment: f.moment(answer.checked_at) })}. `}
        {silent_at &&
          `${t(answer ? 'register.silent' : 'register.silent_never', { moment: f.moment(silent_at) })} `}
        {!answer && !silent_at && `${t('register.never')}. `}
        {t('register.untried')}
      </p>
    </section>
  );
}

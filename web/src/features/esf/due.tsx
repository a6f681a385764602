import { almatyDate } from '@kelisim/shared/kernel/dates.ts';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { StatusDot } from '../../ui/status-dot.tsx';
import { toasts } from '../../ui/toasts.ts';
import type { EsfOfAct } from './esf.data.ts';

/** Until when the invoice is due, on both sides; the company asks for it here. */
export function Due({ act_id, found }: { act_id: number; found: EsfOfAct }) {
  const t = useTexts('esf');
  const f = useFormats();
  const [today] = useState(() => almatyDate(new Date()));
  const remind = useAction('esf.remind', { stale: ['esf.'] });
  const { due_by, may_remind, reminded_at } = found;
  if (!due_by) return null;
  const late = due_by < today;
  return (
    <div className="k-stack k-gap-8">
      <div className="k-row k-middle">
        <StatusDot
          tone={late ? 'bad' : 'attention'}
          label={t(late ? 'due_late' : 'due', { date: f.date(due_by) })}
        />
        {may_remind && (
          <Button
            size="compact-sm"
            variant="default"
            loading={remind.isPending}
            onClick={() =>
              remind.mutate({ params: { act_id } }, { onSuccess: () => toasts.success(t('reminded')) })
            }
          >
            {t('remind')}
          </Button>
        )}
      </div>
      <p className="k-second k-small">
        {t('due_hint')} {reminded_at && t('reminded_at', { date: f.date(reminded_at.slice(0, 10)) })}
      </p>
    </div>
  );
}

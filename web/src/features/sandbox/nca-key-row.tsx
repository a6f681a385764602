import { Button } from '@mantine/core';
import type { NcaKey } from '@kelisim/shared/features/sandbox/nca.contract.ts';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { StatusDot } from '../../ui/status-dot.tsx';

const STALE = ['sandbox.'];

/** A test key with what its certificate is worth now. */
export function NcaKeyRow({ of }: { of: NcaKey }) {
  const t = useTexts('sandbox-nca');
  const revoke = useAction('sandbox.nca_revoke', { stale: STALE });
  const issue = useAction('sandbox.nca_issue', { stale: STALE });
  const { user_id, company_id, algorithm, name, company } = of;
  const key = { user_id, company_id, algorithm };
  const algorithmName = algorithm === 'gost512' ? 'GOST-2015' : 'RSA';
  const busy = revoke.isPending || issue.isPending;
  const error = revoke.error ?? issue.error;
  const named = { name, algorithm: algorithmName };
  return (
    <li className="k-split k-gap-8-16 k-middle k-pad-12-0 k-line-above">
      <span>
        <span className="k-bold k-block k-anywhere">
          {name} · {algorithmName}
        </span>
        {company !== name && <span className="k-second k-block k-anywhere">{company}</span>}
        <Worth of={of} />
      </span>
      <span className="k-row">
        {of.revoked_at === null && (
          <Button
            size="xs"
            variant="subtle"
            color="bad"
            disabled={busy}
            aria-label={t('revoke_named', named)}
            onClick={() => revoke.mutate({ body: { ...key, reason: 'superseded' } })}
          >
            {t('revoke')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('issue_ended_named', named)}
          onClick={() => issue.mutate({ body: { ...key, validity: 'ended' } })}
        >
          {t('issue_ended')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={busy}
          aria-label={t('issue_named', named)}
          onClick={() => issue.mutate({ body: { ...key, validity: 'year' } })}
        >
          {t('issue')}
        </Button>
      </span>
      {error && <ErrorState error={error} />}
    </li>
  );
}

function Worth({ of: { revoked_at, valid_until } }: { of: NcaKey }) {
  const t = useTexts('sandbox-nca');
  const f = useFormats();
  const [now] = useState(() => Date.now());
  if (revoked_at !== null)
    return <StatusDot tone="bad" label={t('revoked', { when: f.moment(revoked_at) })} />;
  return Date.parse(valid_until) < now ? (
    <StatusDot tone="attention" label={t('ended', { until: f.moment(valid_until) })} />
  ) : (
    <StatusDot tone="good" label={t('good', { until: f.moment(valid_until) })} />
  );
}

import { Button } from '@mantine/core';
import type { ActView, HistoryEntry } from '@kelisim/shared/features/acts/acts.contract.ts';
import { useState } from 'react';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Timeline } from '../../ui/timeline.tsx';
import { statusTone } from './act-words.ts';
import { useActHistory } from './acts.data.ts';

/** Who did what when, newest first. */
export function ActHistory({ act }: { act: ActView }) {
  const t = useTexts('proofs');
  const acts = useTexts('acts');
  const title = useActionName();
  const who = useWho();
  const [closely, setClosely] = useState(false);
  const history = useActHistory(act.id, act.updated_at);
  return (
    <Card
      title={acts('page.history')}
      aside={
        <Button
          variant="subtle"
          size="compact-sm"
          aria-pressed={closely}
          onClick={() => setClosely((before) => !before)}
        >
          {t(closely ? 'history.briefly' : 'history.closely')}
        </Button>
      }
    >
      {history.error && !history.data && (
        <ErrorState
          error={history.error}
          title={t('history.failed')}
          onRetry={() => void history.refetch()}
        />
      )}
      <Timeline
        entries={(history.data ?? []).map((entry) => ({
          key: entry.id,
          at: entry.created_at,
          title: title(entry),
          who: who(entry),
          note: closely ? <Details entry={entry} /> : (entry.note ?? undefined),
          tone: statusTone(entry.to_status),
        }))}
      />
    </Card>
  );
}

function useActionName(): (entry: HistoryEntry) => string {
  const t = useTexts('proofs');
  const states = useTextByCode('states');
  return ({ action, to_status }) => {
    if (action !== 'annul') return states(`act_action.${action}`, action);
    return t(to_status === 'annulment_requested' ? 'history.asked_annulment' : 'history.annulled');
  };
}

/** The user and their company, named once where they are one; or what did it without anybody. */
function useWho(): (entry: HistoryEntry) => string | undefined {
  const t = useTexts('proofs');
  const states = useTexts('states');
  return ({ user_name, company_name, side, api_key }) => {
    if (side === 'support') return t('history.support');
    if (side === 'clock') return t('history.clock');
    if (!user_name && !company_name) return side === 'bank' ? t('history.bank') : undefined;
    const user = user_name && api_key ? states('by_key', { key: api_key, name: user_name }) : user_name;
    return [...new Set([user, company_name])].filter(Boolean).join(', ');
  };
}

/** The reason, and below it from where, by what means, and what the content was before and after. */
function Details({ entry }: { entry: HistoryEntry }) {
  const t = useTexts('proofs');
  const means = useTextByCode('proofs');
  const { note, ip, hash_before, hash_after } = entry;
  const changed = hash_after !== null && hash_after !== hash_before;
  const facts = [
    ...(entry.means ? [means(`history.means.${entry.means}`, entry.means)] : []),
    ...(ip ? [t('history.ip', { ip })] : []),
    ...(entry.action === 'attach' || entry.action === 'detach'
      ? []
      : [t('history.version', { version: entry.version })]),
  ];
  return (
    <>
      {note}
      <span className="k-block k-anywhere k-second k-small">{facts.join(' · ')}</span>
      {changed && (
        <span
          className="k-block k-anywhere k-second k-small"
          title={[hash_before, hash_after].filter(Boolean).join(' → ')}
        >
          {hash_before
            ? t('history.hash_change', { before: hash_before.slice(0, 8), after: hash_after.slice(0, 8) })
            : t('history.hash', { hash: hash_after.slice(0, 8) })}
        </span>
      )}
    </>
  );
}

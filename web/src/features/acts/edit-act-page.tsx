import { actActions } from '@kelisim/shared/features/acts/act-status.ts';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { PageNotFound, useRoute } from '../../platform/route.ts';
import { useIdParam } from '../../platform/url-state.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActFormLoader, FormBones } from './act-form-loader.tsx';
import { momentOf } from './act-words.ts';
import { useActor } from './actor.ts';

/** A draft or a returned act that is changed. */
export default function EditActPage() {
  const t = useTexts('acts');
  const states = useTexts('states');
  const actor = useActor();
  const { path } = useRoute();
  const act_id = useIdParam('act_id');
  // Opened once, with the newest there is: what comes later is told by the version when it is saved.
  const opened = useCall('acts.get', { params: { act_id } }, { staleTime: 0, refetchOnMount: 'always' });
  const [first, setFirst] = useState(opened.isFetching ? null : (opened.data ?? null));
  if (!first && opened.data && !opened.isFetching) setFirst(opened.data);
  if (opened.error instanceof ApiError && opened.error.status === 404 && !first) throw new PageNotFound(path);
  const href = `/lk/business/acts/${act_id}`;
  const title = first ? t('form.edit_title', { number: first.number }) : t('title');
  const editable = first && actActions(momentOf(first), actor.side, actor.rights).includes('edit');
  return (
    <>
      <PageHeader title={title} back={{ href, label: t('form.to_act') }} />
      {!first && opened.error && <ErrorState error={opened.error} onRetry={() => void opened.refetch()} />}
      {!first && !opened.error && <FormBones />}
      {editable && <ActFormLoader key={act_id} act={first} />}
      {first && !editable && (
        <EmptyState
          title={t('form.cannot_edit')}
          hint={t('form.cannot_edit_hint', { state: states(`act.${first.status.code}`) })}
          action={{ label: t('form.to_act'), href }}
        />
      )}
    </>
  );
}

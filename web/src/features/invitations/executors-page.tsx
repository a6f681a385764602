import { Button } from '@mantine/core';
import { IconTableImport, IconUserPlus } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { searchFlag, searchOneOf, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { ExecutorsList, useExecutorLimit } from '../executors/public.ts';
import { InvitationsTable } from './invitations-table.tsx';
import { useInvitations, useMayInvite } from './invitations.data.ts';

const InviteDialog = lazyPart(() => import('./invite-dialog.tsx'));

const HERE = '/lk/business/executors';
const read = (raw: RawSearch) => ({
  view: searchOneOf(raw, 'view', ['active', 'invited']) ?? 'active',
  invite: searchFlag(raw, 'invite'),
});

/** Who works for the company, and who has been asked to. */
export default function ExecutorsPage() {
  const t = useTexts('invitations');
  const mayInvite = useMayInvite();
  const [{ view, invite }, change] = useUrlState(read);
  const { data: any } = useInvitations({ page: 1, limit: 1 }, mayInvite);
  const openInvite = () => change({ invite: true });
  const deed = mayInvite ? { label: t('invite'), onClick: openInvite } : undefined;
  const waiting = any && any.counts.sent + any.counts.opened;
  return (
    <>
      <PageHeader
        title={t('title')}
        sub={<Limit />}
        actions={
          mayInvite && (
            <>
              <Button
                component={AppLink}
                href={`${HERE}/invite`}
                variant="default"
                leftSection={<IconTableImport size={16} aria-hidden />}
              >
                {t('many.open')}
              </Button>
              <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={openInvite}>
                {t('invite')}
              </Button>
            </>
          )
        }
      />
      {mayInvite && (
        <ViewTabs
          label={t('views')}
          current={view}
          tabs={[
            { key: 'active', label: t('active'), href: HERE },
            {
              key: 'invited',
              label: t('invited'),
              href: `${HERE}?view=invited`,
              count: waiting || undefined,
            },
          ]}
        />
      )}
      {view === 'invited' && mayInvite ? <InvitationsTable deed={deed} /> : <ExecutorsList invite={deed} />}
      {mayInvite && invite && (
        <Suspense fallback={null}>
          <InviteDialog
            onClose={(sent) =>
              change({ invite: undefined, ...(sent ? { view: 'invited' } : {}) }, { replace: true })
            }
          />
        </Suspense>
      )}
    </>
  );
}

/** How many places are taken, where there is a limit. */
function Limit() {
  const t = useTexts('executors');
  const f = useFormats();
  const { data } = useExecutorLimit();
  if (!data || data.limit_count === null) return null;
  return t('limit', { taken: f.number(data.current_executor_count), limit: f.number(data.limit_count) });
}

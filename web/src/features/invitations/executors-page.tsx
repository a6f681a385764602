import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useTexts } from '../../platform/i18n.ts';
import { searchFlag, searchOneOf, searchWhole, useUrlState } from '../../platform/url-state.ts';
import type { RawSearch } from '../../platform/url-state.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ViewTabs } from '../../ui/view-tabs.tsx';
import { ExecutorsTable } from './executors-table.tsx';
import { InvitationsTable } from './invitations-table.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { useMayInvite } from './invitations.data.ts';

const HERE = '/lk/business/executors';
const read = (raw: RawSearch) => ({
  view: searchOneOf(raw, 'view', ['active', 'invited']) ?? 'active',
  page: searchWhole(raw, 'page', 1),
  invite: searchFlag(raw, 'invite'),
});

/** Who works for the company, and who has been asked to. */
export default function ExecutorsPage() {
  const t = useTexts('invitations');
  const mayInvite = useMayInvite();
  const [{ view, page, invite }, change] = useUrlState(read);
  const openInvite = () => change({ invite: true, page });
  const deed = mayInvite ? { label: t('invite'), onClick: openInvite } : undefined;
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          mayInvite && (
            <Button leftSection={<IconUserPlus size={16} aria-hidden />} onClick={openInvite}>
              {t('invite')}
            </Button>
          )
        }
      />
      {mayInvite && (
        <ViewTabs
          label={t('views')}
          current={view}
          tabs={[
            { key: 'active', label: t('active'), href: HERE },
            { key: 'invited', label: t('invited'), href: `${HERE}?view=invited` },
          ]}
        />
      )}
      {view === 'invited' && mayInvite ? (
        <InvitationsTable page={page} onPage={(next) => change({ page: next })} deed={deed} />
      ) : (
        <ExecutorsTable deed={deed} />
      )}
      {mayInvite && invite && (
        <InviteDialog
          onClose={(sent) =>
            change({ invite: undefined, ...(sent ? { view: 'invited' } : {}) }, { replace: true })
          }
        />
      )}
    </>
  );
}

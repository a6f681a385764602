import { documentActions } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentRow } from '@kelisim/shared/features/documents/documents.contract.ts';
import { IconDownload, IconLink, IconRefresh, IconSend, IconSignature, IconTrash } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { api } from '../../platform/api.ts';
import type { Answer } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { newRandomKey } from '../../platform/http.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { allOfFilter } from '../../ui/all-of-filter.ts';
import { BulkBar } from '../../ui/bulk-bar.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { toasts } from '../../ui/toasts.ts';
import { asRun, RunWindow } from '../jobs/public.ts';
import { SendLinksDialog } from '../quick-sign/public.ts';
import { SigningDialog } from '../signing/public.ts';
import { isRenewable, waitsFor } from './document-look.ts';
import type { Viewer } from './document-look.ts';
import { downloadMany, readAllDocuments } from './documents.data.ts';
import type { DocumentsQuery } from './documents-list-state.ts';

const RenewDialog = lazyPart(() => import('./renew-dialog.tsx'));

interface DocumentsBulkProps {
  viewer: Viewer;
  query: DocumentsQuery;
  list: Answer<'documents.list'> | undefined;
  selected: readonly DocumentRow[];
  onSelect: (rows: readonly DocumentRow[]) => void;
  onClear: () => void;
}

type Deed = 'sign' | 'send' | 'send_link' | 'renew' | 'delete';

/** The bar over a selection and the dialogs behind its buttons; only what is legal for all of them is offered. */
export function DocumentsBulk({ viewer, query, list, selected, onSelect, onClear }: DocumentsBulkProps) {
  const t = useTexts('documents');
  const f = useFormats();
  const [open, setOpen] = useState<{ deed: Deed; rows: readonly DocumentRow[]; key: string } | null>(null);
  const [run_id, setRun] = useState<number | null>(null);
  const begin = (deed: Deed) => setOpen({ deed, rows: selected, key: newRandomKey() });
  const close = () => setOpen(null);
  const started = (id: number) => {
    close();
    onClear();
    setRun(id);
  };
  const ids = open?.rows.map(({ id }) => id) ?? [];
  const actions = useDeeds(viewer, selected, begin);
  const all = allOfFilter({
    list,
    selected: selected.length,
    read: () => readAllDocuments(query),
    onSelect,
    label: (kind, count) => t(`bulk.${kind}`, { shown: f.number(count) }),
  });
  return (
    <>
      {selected.length > 0 && (
        <BulkBar
          text={t('selected', { count: selected.length })}
          onClear={onClear}
          actions={actions}
          all={all}
        />
      )}
      <SigningDialog
        doc_type="document"
        ids={open?.deed === 'sign' ? ids : []}
        opened={open?.deed === 'sign'}
        onClose={(signed) => {
          close();
          if (signed) onClear();
        }}
      />
      {open?.deed === 'renew' && (
        <Suspense fallback={null}>
          <RenewDialog document_ids={ids} onClose={close} onStarted={started} />
        </Suspense>
      )}
      {open?.deed === 'send_link' && (
        <Suspense>
          <SendLinksDialog
            papers={{ document_ids: ids }}
            what={t('selected', { count: ids.length })}
            onClose={close}
            onStarted={started}
          />
        </Suspense>
      )}
      {(['send', 'delete'] as const).map((deed) => (
        <ConfirmDialog
          key={deed}
          opened={open?.deed === deed}
          onClose={close}
          title={t(`bulk.${deed}_title`, { count: ids.length })}
          confirmLabel={t(`action.${deed}`)}
          tone={deed === 'delete' ? 'bad' : undefined}
          onConfirm={async () => {
            const options = asRun(open!.key);
            const body = { document_ids: ids };
            const answer =
              deed === 'send'
                ? await api.call('documents.send_many', { body }, options)
                : await api.call('documents.delete_many', { body }, options);
            void invalidate(['documents.', 'home.', 'jobs.list']);
            started(answer.run_id);
          }}
        >
          <p>{t(`bulk.${deed}_text`)}</p>
        </ConfirmDialog>
      ))}
      {run_id !== null && <RunWindow run_id={run_id} onClose={() => setRun(null)} />}
    </>
  );
}

function useDeeds(viewer: Viewer, rows: readonly DocumentRow[], begin: (deed: Deed) => void) {
  const t = useTexts('documents');
  const [fetching, setFetching] = useState(false);
  const all = (deed: 'send' | 'send_link' | 'delete') =>
    rows.every((row) => documentActions(row.status.code, viewer.side, viewer.rights).includes(deed));
  const may = viewer.side === 'executor' || viewer.rights.has('sign');
  const mayRenew = viewer.side === 'business' && viewer.rights.has('manage_contracts');
  const download = async () => {
    setFetching(true);
    try {
      await downloadMany(rows.map(({ id }) => id));
    } catch (error) {
      toasts.error(errorText(error));
    } finally {
      setFetching(false);
    }
  };
  const icon = { size: 16, 'aria-hidden': true } as const;
  return [
    ...(may && rows.every((row) => waitsFor(row.status.code, viewer.side))
      ? [
          {
            label: t('action.sign'),
            icon: <IconSignature {...icon} />,
            primary: true,
            onClick: () => begin('sign'),
          },
        ]
      : []),
    ...(all('send')
      ? [
          {
            label: t('action.send'),
            icon: <IconSend {...icon} />,
            primary: true,
            onClick: () => begin('send'),
          },
        ]
      : []),
    ...(all('send_link')
      ? [{ label: t('action.send_link'), icon: <IconLink {...icon} />, onClick: () => begin('send_link') }]
      : []),
    ...(mayRenew && rows.every(isRenewable)
      ? [{ label: t('action.renew'), icon: <IconRefresh {...icon} />, onClick: () => begin('renew') }]
      : []),
    {
      label: t('action.download'),
      icon: <IconDownload {...icon} />,
      loading: fetching,
      onClick: () => void download(),
    },
    ...(all('delete')
      ? [{ label: t('action.delete'), icon: <IconTrash {...icon} />, onClick: () => begin('delete') }]
      : []),
  ];
}

import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ActDocument } from '@kelisim/shared/features/acts/act-documents.contract.ts';
import {
  ACT_DOCUMENT_KINDS,
  ACT_DOCUMENT_MAX_BYTES,
  ACT_DOCUMENTS_MAX,
} from '@kelisim/shared/features/acts/act-document-limits.ts';
import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { actTable } from '@kelisim/shared/features/acts/act-status.ts';
import { FILE_KINDS } from '@kelisim/shared/kernel/file-kinds.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate, useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import css from './act-beside.module.css';
import { STALE_AFTER_ACT } from './acts.data.ts';
import type { Actor } from './actor.ts';

const ENDINGS = ACT_DOCUMENT_KINDS.flatMap((kind) => [...FILE_KINDS[kind].endings]);
const STALE = [...STALE_AFTER_ACT, 'act_documents.list'];

/** Reports, photographs, receipts beside the act. */
export function ActFiles({ act, actor }: { act: ActView; actor: Actor }) {
  const t = useTexts('acts');
  const params = { act_id: act.id };
  const files = useCall('act_documents.list', { params });
  const [leaving, setLeaving] = useState<ActDocument | null>(null);
  const mayAdd =
    (actor.side === 'executor' || actor.rights.has('manage_acts')) &&
    actTable.next(act.status.code, 'attach', actor.side) !== null;
  const list = files.data ?? [];
  if (!mayAdd && list.length === 0 && !files.error) return null;
  return (
    <Card title={t('files.title')}>
      <div className="k-stack k-gap-12">
        {files.error && !files.data && (
          <ErrorState error={files.error} onRetry={() => void files.refetch()} />
        )}
        {list.length > 0 && (
          <ul className="k-stack k-gap-8 k-list">
            {list.map((file) => (
              <FileLine key={file.id} file={file} onRemove={() => setLeaving(file)} />
            ))}
          </ul>
        )}
        {mayAdd && list.length < ACT_DOCUMENTS_MAX && <AddFile act_id={act.id} />}
        <p className={css.second}>{t('files.hint')}</p>
      </div>
      <ConfirmDialog
        opened={leaving !== null}
        onClose={() => setLeaving(null)}
        title={t('files.remove_ask', { name: leaving?.title ?? '' })}
        confirmLabel={t('files.remove')}
        tone="bad"
        onConfirm={async () => {
          await api.call('act_documents.remove', { params: { additional_document_id: leaving!.id } });
          await invalidate(STALE);
          toasts.success(t('files.removed'));
        }}
      >
        {t('files.remove_hint')}
      </ConfirmDialog>
    </Card>
  );
}

function FileLine({ file, onRemove }: { file: ActDocument; onRemove: () => void }) {
  const t = useTexts('acts');
  const f = useFormats();
  const download = useMutation({
    mutationFn: async () => {
      const params = { additional_document_id: file.id };
      saveFile((await api.call('act_documents.file', { params })) as File, file.title);
    },
  });
  return (
    <li className={css.file}>
      <DownloadButton
        variant="subtle"
        justify="flex-start"
        className={`k-shrink ${css.fileName}`}
        aria-label={t('files.download', { name: file.title })}
        download={download}
      >
        {file.title}
      </DownloadButton>
      {file.can_remove && (
        <Button
          variant="subtle"
          color="bad"
          className={css.fileRemove}
          aria-label={t('files.remove_name', { name: file.title })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </Button>
      )}
      <span className={css.second}>
        {f.bytes(file.size)} · {file.company_name} · {f.relative(file.created_at)}
      </span>
    </li>
  );
}

/** A file goes at once when it is chosen: there is nothing else to say about it. */
function AddFile({ act_id }: { act_id: number }) {
  const t = useTexts('acts');
  const [chosen, setChosen] = useState<File[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const add = useMutation({
    meta: { quiet: true },
    mutationFn: (file: File) =>
      api.call(
        'act_documents.add',
        { body: { act_id: String(act_id) }, files: { file } },
        { onProgress: setProgress },
      ),
    onSuccess: async ({ title }) => {
      setChosen([]);
      toasts.success(t('files.added', { name: title }));
      await invalidate(STALE);
    },
    onSettled: () => setProgress(null),
  });
  return (
    <FileDrop
      label={t('files.add')}
      kinds={ENDINGS}
      max_bytes={ACT_DOCUMENT_MAX_BYTES}
      files={chosen}
      onChange={(files) => {
        setChosen(files);
        add.reset();
        if (files[0]) add.mutate(files[0]);
      }}
      progress={progress}
      error={add.error ? errorText(add.error) : undefined}
      disabled={add.isPending}
    />
  );
}

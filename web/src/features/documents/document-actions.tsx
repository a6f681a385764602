import type { DocumentAction } from '@kelisim/shared/features/documents/document-status.ts';
import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { makeStale } from '../../platform/query.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { toasts } from '../../ui/toasts.ts';
import { SigningDialog, waitsForProof } from '../signing/public.ts';
import { actionsOf } from './document-look.ts';
import type { Viewer } from './document-look.ts';
import css from './documents.module.css';
import { documentDeeds } from './documents.data.ts';
import { ReplaceDialog } from './replace-dialog.tsx';

interface DocumentActionsProps {
  document: DocumentView;
  viewer: Viewer;
}

/** The buttons of the state, the likeliest first, and the question each of them asks. */
export function DocumentActions({ document, viewer }: DocumentActionsProps) {
  const t = useTexts('documents');
  const go = useGo();
  const [open, setOpen] = useState<DocumentAction | null>(null);
  const [reason, setReason] = useState('');
  // A signature that waits for its proof is not asked for again.
  const waits = waitsForProof(document.proofs, viewer.side);
  const actions = actionsOf(document.status.code, viewer).filter((action) => !(waits && action === 'sign'));
  const deeds = documentDeeds(document.id);
  const close = () => setOpen(null);
  return (
    <>
      {actions.length > 0 && (
        <div className={css.actions}>
          {actions.map((action, at) => (
            <Button
              key={action}
              fullWidth
              variant={at === 0 ? 'filled' : 'default'}
              color={action === 'delete' || action === 'refuse' ? 'bad' : undefined}
              onClick={() => setOpen(action)}
            >
              {t(`action.${action as 'send' | 'sign' | 'refuse' | 'replace' | 'delete'}`)}
            </Button>
          ))}
        </div>
      )}
      <SigningDialog
        doc_type="document"
        ids={[document.id]}
        opened={open === 'sign'}
        nameOf={() => document.title}
        onClose={(signed) => {
          close();
          if (signed) void makeStale(['documents.']);
        }}
      />
      <ReplaceDialog doc_id={document.id} opened={open === 'replace'} onClose={close} />
      <ConfirmDialog
        opened={open === 'send'}
        onClose={close}
        title={t('send.title')}
        confirmLabel={t('action.send')}
        onConfirm={async () => {
          await deeds.send();
          toasts.success(t('send.done'));
        }}
      >
        <p>{t('send.text')}</p>
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'refuse'}
        onClose={close}
        title={t('refuse.title')}
        confirmLabel={t('action.refuse')}
        tone="bad"
        disabled={reason.trim() === ''}
        onConfirm={async () => {
          await deeds.refuse(reason.trim());
          toasts.success(t('refuse.done'));
        }}
      >
        <p>{t('refuse.text')}</p>
        <Textarea
          label={t('refuse.reason')}
          required
          data-autofocus
          autosize
          minRows={3}
          maxLength={1000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </ConfirmDialog>
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('remove.title')}
        confirmLabel={t('action.delete')}
        tone="bad"
        onConfirm={async () => {
          await deeds.remove();
          toasts.success(t('remove.done'));
          go('/lk/business/contracts', { replace: true });
        }}
      >
        <p>{t('remove.text', { title: document.title })}</p>
      </ConfirmDialog>
    </>
  );
}

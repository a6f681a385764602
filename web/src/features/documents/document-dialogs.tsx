import type { DocumentView } from '@kelisim/shared/features/documents/documents.contract.ts';
import { Suspense, useState } from 'react';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate } from '../../platform/query.ts';
import { useGo } from '../../ui/app-link.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ReasonField } from '../../ui/reason-field.tsx';
import { toasts } from '../../ui/toasts.ts';
import { offerUndo } from '../../ui/undo.ts';
import { RunWindow } from '../jobs/public.ts';
import { QuickSignWindow } from '../quick-sign/public.ts';
import { SigningDialog } from '../signing/public.ts';
import type { DocumentDeed } from './document-look.ts';
import { documentDeeds } from './documents.data.ts';

const HandDialog = lazyPart(() => import('./hand-dialog.tsx'));
const RenewDialog = lazyPart(() => import('./renew-dialog.tsx'));
const ReplaceDialog = lazyPart(() => import('./replace-dialog.tsx'));

interface DocumentDialogsProps {
  document: DocumentView;
  open: DocumentDeed | null;
  onClose: () => void;
}

/** Deeds that the other side reads the reason of. */
const WITH_REASON = [
  {
    action: 'refuse',
    deed: 'refuse',
    texts: { title: 'refuse.title', text: 'refuse.text', reason: 'refuse.reason', done: 'refuse.done' },
  },
  {
    action: 'terminate',
    deed: 'terminate',
    texts: {
      title: 'terminate.title',
      text: 'terminate.text',
      reason: 'terminate.reason',
      done: 'terminate.done',
    },
  },
  {
    action: 'dispute_hand',
    deed: 'disputeHand',
    texts: {
      title: 'hand.dispute_title',
      text: 'hand.dispute_text',
      reason: 'hand.dispute_reason',
      done: 'hand.dispute_done',
    },
  },
] as const;

/** The questions behind the buttons of a paper. */
export function DocumentDialogs({ document, open, onClose: close }: DocumentDialogsProps) {
  const t = useTexts('documents');
  const go = useGo();
  const [reason, setReason] = useState('');
  const isCertificate = document.type.code === 'income_certificate';
  const deeds = documentDeeds(document.id, document.type.code);
  const [run_id, setRun] = useState<number | null>(null);
  return (
    <>
      <SigningDialog
        doc_type="document"
        ids={[document.id]}
        opened={open === 'sign'}
        onClose={(signed) => {
          close();
          if (signed) void invalidate(['documents.']);
        }}
      />
      <Suspense fallback={null}>
        {open === 'sign_by_hand' && <HandDialog doc_id={document.id} onClose={close} />}
        {open === 'renew' && (
          <RenewDialog
            document_ids={[document.id]}
            onClose={close}
            onStarted={(id) => {
              close();
              setRun(id);
            }}
          />
        )}
        {open === 'send_link' && <QuickSignWindow doc_type="document" id={document.id} onClose={close} />}
        {open === 'replace' && <ReplaceDialog doc_id={document.id} opened onClose={close} />}
      </Suspense>
      {run_id !== null && (
        <RunWindow
          run_id={run_id}
          onClose={() => {
            setRun(null);
            void invalidate(['documents.']);
          }}
        />
      )}
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
        opened={open === 'confirm_hand'}
        onClose={close}
        title={t('hand.confirm_title')}
        confirmLabel={t('action.confirm_hand')}
        onConfirm={async () => {
          await deeds.confirmHand();
          toasts.success(t('hand.confirm_done'));
        }}
      >
        <p>{t('hand.confirm_text')}</p>
      </ConfirmDialog>
      {WITH_REASON.map(({ action, texts, deed }) => (
        <ConfirmDialog
          key={action}
          opened={open === action}
          onClose={close}
          title={t(isCertificate && action === 'refuse' ? 'refuse.certificate_title' : texts.title)}
          confirmLabel={t(`action.${action}`)}
          tone="bad"
          disabled={reason.trim() === ''}
          onConfirm={async () => {
            await deeds[deed](reason.trim());
            setReason('');
            toasts.success(t(isCertificate && action === 'refuse' ? 'refuse.certificate_done' : texts.done));
          }}
        >
          <p>{t(isCertificate && action === 'refuse' ? 'refuse.certificate_text' : texts.text)}</p>
          <ReasonField label={t(texts.reason)} minRows={3} max={1000} value={reason} onChange={setReason} />
        </ConfirmDialog>
      ))}
      <ConfirmDialog
        opened={open === 'delete'}
        onClose={close}
        title={t('remove.title')}
        confirmLabel={t('action.delete')}
        tone="bad"
        onConfirm={async () => {
          await deeds.remove();
          offerUndo(t('remove.done'), deeds.restore);
          go('/lk/business/contracts', { replace: true });
        }}
      >
        <p>{t('remove.text', { title: document.title })}</p>
      </ConfirmDialog>
    </>
  );
}

import type { Me } from '@kelisim/shared/features/auth/auth.contract.ts';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { ApiError } from '../../platform/api-error.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { useDrop } from '../../ui/use-drop.ts';
import { isProved, ProveForm } from '../auth/public.ts';
import { useKeptKey } from '../signing/public.ts';
import { fromBase64 } from './base64.ts';
import type { KeyStore } from './profile.data.ts';
import css from './profile.module.css';

/** The person's own key file, kept sealed: seen, handed back, replaced, removed. */
export function KeyStoreCard({ me }: { me: Me }) {
  const t = useTexts('profile');
  const { data, error, refetch } = useKeptKey(me.id);
  const [replacing, setReplacing] = useState(false);
  return (
    <Card title={t('store.title')}>
      <p className="k-second">{t('store.lead')}</p>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton h={110} />}
      {data && <Kept store={data} me={me} onReplace={replacing ? null : () => setReplacing(true)} />}
      {data === null && <p className="k-bold">{t('store.none')}</p>}
      {(data === null || (data && replacing)) && (
        <Load me={me} onDone={() => setReplacing(false)} canLeave={data !== null} />
      )}
    </Card>
  );
}

function Kept({ store, me, onReplace }: { store: KeyStore; me: Me; onReplace: (() => void) | null }) {
  const t = useTexts('profile');
  const f = useFormats();
  const [asked, setAsked] = useState(false);
  const remove = useAction('key_store.delete', { stale: ['key_store.'], meta: { quiet: true } });
  return (
    <>
      <KeyValue
        rows={[
          { label: t('store.file'), value: store.file_name },
          { label: t('store.since'), value: f.moment(store.created_at) },
        ]}
      />
      {onReplace && (
        <div className={`k-if-any ${css.actions}`}>
          <DownloadButton onClick={() => saveFile(fromBase64(store.pkcs12), store.file_name)}>
            {t('store.download')}
          </DownloadButton>
          <Button variant="default" onClick={onReplace}>
            {t('store.replace')}
          </Button>
          <Button variant="subtle" color="bad" onClick={() => setAsked(true)}>
            {t('store.remove')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={asked}
        onClose={() => setAsked(false)}
        title={t('store.remove_ask')}
        confirmLabel={t('store.remove')}
        tone="bad"
        onConfirm={async () => {
          await remove.mutateAsync({ params: { user_id: me.id } });
          toasts.success(t('store.removed'));
        }}
      >
        {t('store.remove_hint')}
      </ConfirmDialog>
    </>
  );
}

const kinds = ['.p12', '.pfx'];
const MAX_BYTES = 100_000;

function Load({ me, onDone, canLeave }: { me: Me; onDone: () => void; canLeave: boolean }) {
  const t = useTexts('profile');
  const load = useAction('key_store.load', { stale: ['key_store.'], meta: { quiet: true } });
  const { file, clear, drop } = useDrop(load);
  const [proving, setProving] = useState(false);
  const send = async () => {
    if (!file) return;
    setProving(false);
    try {
      await load.mutateAsync({ body: {}, files: { file } });
      toasts.success(t('store.kept'));
      clear();
      onDone();
    } catch (error) {
      // The proof ran out between the check here and the call.
      if (error instanceof ApiError && error.code === 'fresh_proof_required') setProving(true);
    }
  };
  return (
    <div className={`k-above-12 ${css.drop}`}>
      <FileDrop
        label={t('store.drop')}
        kinds={kinds}
        max_bytes={MAX_BYTES}
        {...drop}
        error={proving ? undefined : drop.error}
      />
      <div className={`k-if-any ${css.actions}`}>
        {canLeave && (
          <Button variant="default" onClick={onDone}>
            {t('store.cancel')}
          </Button>
        )}
        {file && (
          <Button loading={load.isPending} onClick={() => (isProved(me) ? void send() : setProving(true))}>
            {t('store.keep')}
          </Button>
        )}
      </div>
      <Modal opened={proving} onClose={() => setProving(false)} title={t('store.prove')}>
        <ProveForm
          deed="key"
          onProved={() => void send()}
          onCancel={() => setProving(false)}
          submitLabel={t('store.prove_submit')}
        />
      </Modal>
    </div>
  );
}

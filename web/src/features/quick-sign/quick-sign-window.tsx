import { Alert, Button, Modal } from '@mantine/core';
import { IconCheck, IconCopy, IconLink, IconMail, IconMessage, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { invalidate, useAction, useCall } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { toasts } from '../../ui/toasts.ts';
import { SentLinks } from './sent-links.tsx';
import css from './quick-sign-window.module.css';

export interface PaperToSign {
  doc_type: 'act' | 'document';
  id: number;
}

/** Sends the executor a link to one paper, or makes one to be handed over; and says what became of earlier ones. */
export default function QuickSignWindow({ onClose, ...paper }: PaperToSign & { onClose: () => void }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const sent = useCall('quick_sign.list', { query: paper });
  const made = useAction('quick_sign.create', { stale: LINKS, meta: { quiet: true } });
  const message = useSendMessage(paper);
  const error = sent.error ?? made.error;
  const signer = sent.data?.signer;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('link.title')}
      closeButtonProps={{ 'aria-label': t('link.close') }}
    >
      <div className="k-stack k-gap-12">
        {error && (
          <Alert color="bad" role="alert" title={t('link.failed')}>
            {errorText(error)}
          </Alert>
        )}
        <p className="k-second">{t('link.hint')}</p>
        {!sent.error && !sent.data && <Skeleton height={180} />}
        {signer && (
          <>
            <KeyValue
              rows={[
                { label: t('link.for'), value: signer.name },
                ...(signer.phone
                  ? [{ label: t('link.phone'), value: f.phone(signer.phone), copy: signer.phone }]
                  : []),
                ...(signer.email
                  ? [{ label: t('link.email'), value: signer.email, copy: signer.email }]
                  : []),
              ]}
            />
            {message.error && (
              <Alert color="bad" role="alert" title={t('link.not_sent')}>
                {message.error}
              </Alert>
            )}
            <div className={`k-row ${css.actions}`}>
              {signer.phone && (
                <Button
                  data-autofocus
                  leftSection={<IconMessage size={16} aria-hidden />}
                  loading={message.busy === 'sms'}
                  onClick={() => void message.send('sms')}
                >
                  {t('link.send_sms')}
                </Button>
              )}
              {signer.email && (
                <Button
                  variant={signer.phone ? 'default' : 'filled'}
                  leftSection={<IconMail size={16} aria-hidden />}
                  loading={message.busy === 'email'}
                  onClick={() => void message.send('email')}
                >
                  {t('link.send_email')}
                </Button>
              )}
            </div>
            <h3 className="k-title k-above-8">{t('link.own_way')}</h3>
            {made.data ? (
              <>
                <label className="k-medium">
                  {t('link.address')}
                  <input
                    className={css.address}
                    readOnly
                    value={made.data.url}
                    onFocus={(event) => event.currentTarget.select()}
                  />
                </label>
                <p className="k-second">{t('link.once')}</p>
                <Hand url={made.data.url} phone={signer.phone} />
              </>
            ) : (
              <div className={`k-row ${css.actions}`}>
                <Button
                  variant="default"
                  leftSection={<IconLink size={16} aria-hidden />}
                  loading={made.isPending}
                  onClick={() => made.mutate({ body: paper })}
                >
                  {t('link.make')}
                </Button>
              </div>
            )}
            <SentLinks links={sent.data?.links ?? []} />
          </>
        )}
      </div>
    </Modal>
  );
}

/** The papers' pages show the deed in their history. */
const LINKS = ['quick_sign.', 'acts.history', 'documents.history'];

/** A message to one person is a run of one, whose row says why it was not sent. */
function useSendMessage({ doc_type, id }: PaperToSign) {
  const t = useTexts('quick-sign');
  const [busy, setBusy] = useState<'sms' | 'email' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const send = async (channel: 'sms' | 'email') => {
    setBusy(channel);
    setError(null);
    try {
      const { items } =
        doc_type === 'act'
          ? await api.call('quick_sign.send_acts', { body: { act_ids: [id], channel } })
          : await api.call('quick_sign.send_documents', { body: { document_ids: [id], channel } });
      const refused = items.find(({ status }) => status === 'failed');
      if (refused) setError(refused.message);
      else toasts.success(t(`link.sent_${channel}`));
      await invalidate(LINKS);
    } catch (failure) {
      setError(errorText(failure));
    }
    setBusy(null);
  };
  return { busy, error, send };
}

/** Copies the link, or hands it to an app of the phone. */
function Hand({ url, phone }: { url: string; phone: string | null }) {
  const t = useTexts('quick-sign');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  const words = t('link.share_text');
  const whatsapp = `https://wa.me/${phone?.slice(1) ?? ''}?${new URLSearchParams({ text: `${words}: ${url}` }).toString()}`;
  const telegram = `https://t.me/share/url?${new URLSearchParams({ url, text: words }).toString()}`;
  return (
    <div className={`k-row ${css.actions}`}>
      <Button variant="default" component="a" href={whatsapp} target="_blank" rel="noreferrer">
        {t('link.whatsapp')}
      </Button>
      <Button variant="default" component="a" href={telegram} target="_blank" rel="noreferrer">
        {t('link.telegram')}
      </Button>
      {'share' in navigator && (
        <Button
          variant="default"
          leftSection={<IconShare size={16} aria-hidden />}
          onClick={() => void navigator.share({ url }).catch(() => undefined)}
        >
          {t('link.share')}
        </Button>
      )}
      <Button
        variant="default"
        data-autofocus
        autoFocus
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={() => void copy()}
      >
        {t(copied ? 'link.copied' : 'link.copy')}
      </Button>
      <span role="status" className="k-visually-hidden">
        {copied ? t('link.copied') : ''}
      </span>
    </div>
  );
}

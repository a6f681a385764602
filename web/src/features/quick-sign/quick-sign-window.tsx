import { Alert, Button, Modal, Skeleton } from '@mantine/core';
import { IconCheck, IconCopy, IconShare } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useAction } from '../../platform/query.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { KeyValue } from '../../ui/key-value.tsx';
import css from './quick-sign-window.module.css';

export interface PaperToSign {
  doc_type: 'act' | 'document';
  id: number;
}

/** Makes the link when it is opened and shows for whom and until when it is. Each opening makes a link of its own. */
export default function QuickSignWindow({ doc_type, id, onClose }: PaperToSign & { onClose: () => void }) {
  const t = useTexts('quick-sign');
  const f = useFormats();
  const { mutate, data, error } = useAction('quick_sign.create', { meta: { quiet: true } });
  const asked = useRef(false);
  useEffect(() => {
    // React runs an effect twice while developing; a link is made once.
    if (asked.current) return;
    asked.current = true;
    mutate({ body: { doc_type, id } });
  }, [mutate, doc_type, id]);
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
        {!error && <p className={css.second}>{data ? t('link.hint') : t('link.making')}</p>}
        {!error && !data && <Skeleton h={180} />}
        {data && (
          <>
            <KeyValue
              rows={[
                { label: t('link.for'), value: data.signer_name },
                ...(data.phone
                  ? [{ label: t('link.phone'), value: f.phone(data.phone), copy: data.phone }]
                  : []),
                { label: t('link.until'), value: f.moment(data.expires_at) },
              ]}
            />
            <label className="k-medium">
              {t('link.address')}
              <input
                className={css.address}
                readOnly
                value={data.url}
                onFocus={(event) => event.currentTarget.select()}
              />
            </label>
            <p className={css.second}>{t('link.once')}</p>
            <Hand url={data.url} />
          </>
        )}
      </div>
    </Modal>
  );
}

/** Copies the link, or hands it to an app of the phone. */
function Hand({ url }: { url: string }) {
  const t = useTexts('quick-sign');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(url);
    setCopied(true);
  };
  return (
    <div className={`k-row k-end ${css.actions}`}>
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

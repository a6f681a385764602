import { Skeleton } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { AppLink } from '../../ui/app-link.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { fromBase64 } from './base64.ts';
import { useSandboxKeys } from '../signing/public.ts';
import css from './profile.module.css';

/** Keys of the sandbox for whoever tries the product out: a file, as a real one would be. */
export function SandboxKeysCard() {
  const t = useTexts('profile');
  const { data: keys, error, refetch } = useSandboxKeys(true);
  return (
    <Card title={t('sandbox.title')}>
      <p className="k-second">{t('sandbox.lead')}</p>
      {import.meta.env.VITE_SANDBOX !== 'off' && (
        <p className="k-second">
          {t('sandbox.nca_hint')} <AppLink href="/sandbox/nca">{t('sandbox.nca')}</AppLink>
        </p>
      )}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!keys && !error && <Skeleton h={110} />}
      {keys?.length === 0 && <p className="k-bold">{t('sandbox.none')}</p>}
      <ul className={`k-list k-stack k-gap-12 ${css.keys}`}>
        {keys?.map((key) => (
          <li key={key.file_name}>
            <span className={`k-stack k-gap-0 k-shrink k-anywhere ${css.keyName}`}>
              <span className="k-bold">{t(`sandbox.${key.algorithm}`)}</span>
              <span className="k-second">{key.file_name}</span>
              <span className="k-second">
                {t('sandbox.password')}: {key.password}
                <CopyButton text={key.password} name={t('sandbox.password')} />
              </span>
            </span>
            <DownloadButton
              aria-label={t('sandbox.download_named', { name: key.file_name })}
              onClick={() => saveFile(fromBase64(key.pkcs12), key.file_name)}
            >
              {t('sandbox.download')}
            </DownloadButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}

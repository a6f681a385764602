import type { ActView } from '@kelisim/shared/features/acts/acts.contract.ts';
import { api } from '../../platform/api.ts';
import { useTexts } from '../../platform/i18n.ts';
import { Download, ProofDownloads } from '../proofs/public.ts';

/** The document as a file, all of it in one, and what proves it; the CMS of each signer is taken from their card. */
export function ActDownloads({ act }: { act: ActView }) {
  const t = useTexts('acts');
  const params = { act_id: act.id };
  return (
    <ProofDownloads subject={params} signatures={act.signatures}>
      <Download
        label={t(act.file ? 'downloads.pdf' : 'downloads.preview')}
        read={() => api.call('acts.file', { params })}
      />
      {act.file && <Download label={t('downloads.zip')} read={() => api.call('acts.zip', { params })} />}
    </ProofDownloads>
  );
}

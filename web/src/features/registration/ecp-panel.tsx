import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { blobOf } from '../../platform/file-digest.ts';
import { useTexts } from '../../platform/i18n.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import type { QrSource } from '../qr-signing/public.ts';
import { useKnownCompany } from './company.data.ts';
import { KeySigning } from './key-signing.tsx';
import css from './registration.module.css';
import { qrOfRegistration } from './qr-source.ts';
import { useHashKey, useKind, useStep } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { StepBones, StepFrame } from './step-frame.tsx';

const NCA_SITE = 'https://pki.gov.kz';

/** A signature over a short line that is good once: whose key it is, and whether they head the company. */
export function EcpPanel({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const kind = useKind();
  const hash_key = useHashKey();
  const { data: company, error, refetch } = useKnownCompany();
  const { busy, error: refused, take } = useStep();
  const source = useMemo(() => qrOfChallenge(hash_key), [hash_key]);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!company?.bin) return <StepBones />;
  const owner = { bin: company.bin, name: company.name ?? '', ceo: company.ceo ?? company.name ?? '' };
  return (
    <StepFrame stage="ecp" state={state} title={t('ecp.title')} hint={t(`ecp.hint_${kind}`)}>
      <p className={css.second}>{t('ecp.what', { bin: company.bin })}</p>
      <KeySigning
        owner={owner}
        prepare={async () => {
          const { content, ...file } = await api.call('registration.ecp_challenge', { body: { hash_key } });
          return { id: 1, file, shown: blobOf(content) };
        }}
        send={(cms, means) =>
          take((key) => api.call('registration.ecp', { body: { hash_key: key, cms, means } }))
        }
        phone={{
          source,
          // The phone has taken the step itself; where it stands now is asked for.
          onSigned: () => void take((key) => api.call('registration.stage', { query: { hash_key: key } })),
        }}
        label={t('ecp.sign')}
        busy={busy}
        onBack={() => void take((key) => api.call('registration.back', { body: { hash_key: key } }))}
        refusal={refused === null ? null : errorText(refused)}
      />
      <NoKey />
    </StepFrame>
  );
}

function qrOfChallenge(hash_key: string): QrSource {
  const query = { hash_key };
  return qrOfRegistration(
    ['registration', hash_key],
    (signal) => api.call('registration.ecp_qr', { query }, { signal }),
    (signal) => api.call('registration.ecp_qr_check', { query }, { signal }),
  );
}

/** Where and how one gets a key; the registration waits. */
function NoKey() {
  const t = useTexts('sign-up');
  return (
    <details className={`k-pad-12-16 k-framed k-round-8 ${css.help}`}>
      <summary>{t('ecp.no_key')}</summary>
      <ul aria-label={t('ecp.get_title')}>
        <li>{t('ecp.get_egov')}</li>
        <li>{t('ecp.get_con')}</li>
        <li>
          {t('ecp.get_online')}{' '}
          <Anchor href={NCA_SITE} target="_blank" rel="noreferrer">
            pki.gov.kz
          </Anchor>
        </li>
        <li>{t('ecp.get_back')}</li>
      </ul>
    </details>
  );
}

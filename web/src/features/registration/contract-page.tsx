import { useMemo, useReducer } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useCall } from '../../platform/query.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import type { QrSource } from '../qr-signing/public.ts';
import { PdfView } from '../../ui/pdf-view.tsx';
import { useKnownCompany } from './company.data.ts';
import { KeySigning } from './key-signing.tsx';
import { qrOfRegistration } from './qr-source.ts';
import { useHashKey, useStep } from './registration.data.ts';
import type { RegistrationState } from './registration.data.ts';
import { Step, StepBones, StepFrame } from './step-frame.tsx';

/** The contract of the company that invites: read, then signed. */
export default function ContractPage() {
  return <Step stages={['contract']}>{(state) => <Contract state={state} />}</Step>;
}

function Contract({ state }: { state: RegistrationState }) {
  const t = useTexts('sign-up');
  const hash_key = useHashKey();
  const { data: company } = useKnownCompany();
  const { busy, error: refused, take } = useStep();
  const file = useCall(
    'registration.contract_file',
    { params: { hash_key } },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  );
  const [is_placed, place] = useReducer(() => true, false);
  const source = useMemo(() => qrOfContract(hash_key), [hash_key]);
  if (file.error) return <ErrorState error={file.error} onRetry={() => void file.refetch()} />;
  if (!company?.bin) return <StepBones />;
  const owner = { bin: company.bin, name: company.name ?? '', ceo: company.ceo ?? company.name ?? '' };
  return (
    <StepFrame
      stage="contract"
      state={state}
      title={t('contract.title', { company: state.company_name ?? '' })}
      hint={t('contract.hint')}
    >
      <div className="k-shrink k-framed k-round-8">
        <PdfView file={file.data} name={t('contract.name')} onPlaced={place} />
      </div>
      {is_placed && (
        <KeySigning
          owner={owner}
          prepare={async () => ({
            ...(await api.call('registration.contract_to_sign', { params: { hash_key } })),
            shown: (file.data ?? (await file.refetch()).data)!,
          })}
          send={(cms, means) =>
            take((key) =>
              api.call('registration.sign_contract', { query: { hash_key: key }, body: { cms, means } }),
            )
          }
          phone={{
            source,
            // The phone has taken the step itself; where it stands now is asked for.
            onSigned: () => void take((key) => api.call('registration.stage', { query: { hash_key: key } })),
          }}
          label={t('contract.sign')}
          busy={busy}
          refusal={refused === null ? null : errorText(refused)}
        />
      )}
    </StepFrame>
  );
}

function qrOfContract(hash_key: string): QrSource {
  const params = { hash_key };
  return qrOfRegistration(
    ['registration', 'contract', hash_key],
    (signal) => api.call('registration.contract_qr', { params }, { signal }),
    (signal) => api.call('registration.contract_qr_check', { params }, { signal }),
  );
}

import type { SignatureCard } from '@kelisim/shared/features/signing/signing.contract.ts';
import { IconCertificate, IconChevronRight, IconSignature } from '@tabler/icons-react';
import { useState } from 'react';
import { api } from '../../platform/api.ts';
import { errorText } from '../../platform/error-text.ts';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { toasts } from '../../ui/toasts.ts';
import { algorithmWord } from './key-choice.ts';
import css from './signature-cards.module.css';

export interface SignatureCardsProps {
  signatures: readonly SignatureCard[];
  business: Party;
  executor: Party;
  /** Both are said to have signed on paper: no electronic signature is waited for. */
  on_paper?: boolean;
  /** Who signs it at all. */
  sides?: readonly ('business' | 'executor')[];
}

/** A side by its legal name, what it calls itself, and its БИН or ИИН. */
interface Party {
  name: string;
  display_name: string | null;
  bin: string;
}

const SIDES = ['business', 'executor'] as const;

/** The sides that sign an act or a contract, each with its signature: who, by which certificate, when, checked how. */
export function SignatureCards({
  signatures,
  on_paper = false,
  sides = SIDES,
  ...parties
}: SignatureCardsProps) {
  return sides.map((side) => (
    <SideCard
      key={side}
      side={side}
      party={parties[side]}
      signature={signatures.find((one) => one.side === side) ?? null}
      on_paper={on_paper}
    />
  ));
}

interface SideCardProps {
  side: (typeof SIDES)[number];
  party: Party;
  signature: SignatureCard | null;
  on_paper: boolean;
}

function SideCard({ side, party, signature, on_paper }: SideCardProps) {
  const t = useTexts('signing');
  const f = useFormats();
  const algorithm = signature && algorithmWord(signature.algorithm);
  return (
    <section
      className={`k-stack k-gap-2 k-start ${css.card}`}
      aria-label={t(`card.${side}`)}
      data-signed={signature !== null || undefined}
    >
      <p className={css.side}>{t(`card.${side}`)}</p>
      <p className="k-bold k-anywhere">{party.name}</p>
      <p className={css.second}>{[party.display_name, party.bin].filter(Boolean).join(' · ')}</p>
      {signature ? (
        <Signed signature={signature} />
      ) : (
        <p className={css.state}>
          <IconSignature size={18} stroke={1.5} aria-hidden />
          {t(on_paper ? 'card.on_paper' : 'card.not_signed')}
        </p>
      )}
      {signature && isSandbox(signature) && (
        <p className={`k-soft-attention k-small ${css.sandbox}`}>{t('card.sandbox')}</p>
      )}
      {signature && (
        <details className={`k-wide ${css.details}`}>
          <summary>
            <IconChevronRight size={16} aria-hidden />
            {t('card.more')}
          </summary>
          <KeyValue
            rows={[
              { label: t('key.iin'), value: signature.iin },
              ...(signature.organization
                ? [{ label: t('key.organization'), value: signature.organization }]
                : []),
              ...(signature.bin ? [{ label: t('key.bin'), value: signature.bin, copy: signature.bin }] : []),
              { label: t('key.issuer'), value: signature.certificate_issuer },
              {
                label: t('key.serial'),
                value: signature.certificate_serial,
                copy: signature.certificate_serial,
              },
              {
                label: t('card.certificate'),
                value: t('card.period', {
                  from: f.date(signature.certificate_valid_from),
                  until: f.date(signature.certificate_valid_until),
                }),
              },
              { label: t('key.algorithm'), value: algorithm ? t(`key.${algorithm}`) : signature.algorithm },
            ]}
          />
        </details>
      )}
    </section>
  );
}

function Signed({ signature }: { signature: SignatureCard }) {
  const t = useTexts('signing');
  const f = useFormats();
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    try {
      const file = await api.call('signing.cms', { params: { signature_id: signature.id } });
      saveFile(file, file.name);
    } catch (error) {
      toasts.error(errorText(error));
    }
    setBusy(false);
  };
  return (
    <>
      <p className={css.state} title={t('card.valid_hint')}>
        <IconCertificate size={18} stroke={1.5} aria-hidden />
        <span>
          {signature.name}
          <span className={css.second}>{t('card.signed', { date: f.moment(signature.signed_at) })}</span>
        </span>
      </p>
      <DownloadButton
        variant="subtle"
        size="compact-sm"
        loading={busy}
        aria-label={t('card.cms_of', { name: signature.name })}
        onClick={() => void download()}
      >
        {t('card.cms')}
      </DownloadButton>
    </>
  );
}

/** Authorities of the sandbox call themselves so; their certificates bind nobody. */
function isSandbox({ certificate_issuer }: SignatureCard): boolean {
  return certificate_issuer.startsWith('SANDBOX');
}

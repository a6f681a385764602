import type { SignatureCard } from '@kelisim/shared/features/signing/signing.contract.ts';
import type { SignatureVerdict } from '@kelisim/shared/features/signing/verification.contract.ts';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useId } from 'react';
import type { ReactNode } from 'react';
import { useTextByCode, useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';
import { Facts } from './facts.tsx';
import { isSandbox, revocationOf, rightsToSay, timestampOf } from './verdict-words.ts';
import css from './signature-verdict-card.module.css';

export interface SignatureVerdictCardProps {
  verdict: SignatureVerdict;
  /** What Kelisim kept when it took the signature; absent for files from outside. */
  card?: SignatureCard;
  /** Over which bytes, in words. */
  over: string;
}

const icons = { valid: IconCircleCheck, invalid: IconCircleX, indeterminate: IconAlertTriangle };

/** One signature for anybody's eyes: who, by what right, when, over which bytes, with which proof. */
export function SignatureVerdictCard({ verdict, card, over }: SignatureVerdictCardProps) {
  const t = useTexts('verification');
  const word = useTextByCode('verification');
  const f = useFormats();
  const id = useId();
  const Icon = icons[verdict.status];
  const means = card && word(`means.${card.means}`, '');
  return (
    <article
      className={`k-stack k-gap-8 k-surface ${css.card}`}
      data-status={verdict.status}
      aria-labelledby={id}
    >
      <p className={`k-line k-bold ${css.verdict}`}>
        <Icon size={20} stroke={1.75} aria-hidden />
        {t(`verdict.${verdict.status}`)}
      </p>
      {verdict.reason && <p className={css.reason}>{word(`reason.${verdict.reason}`, t('reason.other'))}</p>}
      {verdict.remarks.map((remark) => (
        <p key={remark} className={css.reason}>
          {word(`remark.${remark}`, remark)}
        </p>
      ))}
      <h3 className="k-anywhere k-title" id={id}>
        {card && (
          <span className="k-block k-plain k-second k-small">
            {t(`document.${card.side === 'business' ? 'customer' : 'executor'}`)}
          </span>
        )}
        {verdict.name ?? t('verdict.unknown_person')}
      </h3>
      {isSandbox(verdict) && <p className="k-soft-attention k-pad-8-12">{t('verdict.sandbox')}</p>}
      <Facts
        rows={[
          [t('verdict.organization'), verdict.organization],
          [t('verdict.bin'), verdict.bin],
          [t('verdict.iin'), verdict.iin],
          [
            t('verdict.right'),
            verdict.name &&
              (rightsToSay(verdict.rights)
                .map((right) => word(`rights.${right}`, right))
                .join(', ') ||
                t('rights.none')),
          ],
          [
            t('verdict.claimed'),
            verdict.signing_time && (
              <Said by={t('verdict.claimed_hint')}>{f.moment(verdict.signing_time)}</Said>
            ),
          ],
          [
            t('verdict.received'),
            card && <Said by={t('verdict.received_hint')}>{f.moment(card.signed_at)}</Said>,
          ],
          [
            t('verdict.timestamp'),
            verdict.name && (
              <>
                {verdict.stamped_at && <span className="k-figures">{f.moment(verdict.stamped_at)} </span>}
                {t(`timestamp.${timestampOf(verdict, card)}`)}
              </>
            ),
          ],
          [
            t('verdict.revocation'),
            verdict.name && (
              <>
                {t(`revocation.${revocationOf(verdict, card)}`)}
                {verdict.revocation_proof && (
                  <span className="k-second">
                    {' '}
                    {t(`verdict.proof_${verdict.revocation_proof.source}`, {
                      moment: f.moment(verdict.revocation_proof.at),
                    })}
                  </span>
                )}
              </>
            ),
          ],
          [t('verdict.bytes'), verdict.status === 'valid' && over],
          [t('verdict.means'), means],
        ]}
      />
      {verdict.certificate_serial && <CertificateDetails verdict={verdict} />}
    </article>
  );
}

function CertificateDetails({ verdict }: { verdict: SignatureVerdict }) {
  const t = useTexts('verification');
  const word = useTextByCode('verification');
  const f = useFormats();
  const { certificate_valid_from: from, certificate_valid_until: until } = verdict;
  return (
    <details className={css.details}>
      <summary>{t('verdict.more')}</summary>
      <Facts
        rows={[
          [t('verdict.issuer'), verdict.certificate_issuer],
          [
            t('verdict.serial'),
            <span key="serial" className={css.code}>
              {verdict.certificate_serial}
            </span>,
          ],
          [t('verdict.valid_from'), from && f.moment(from)],
          [t('verdict.valid_until'), until && f.moment(until)],
          [t('verdict.algorithm'), word(`verdict.${verdict.algorithm}`, verdict.algorithm)],
        ]}
      />
    </details>
  );
}

/** A value with whose word it is. */
function Said({ children, by }: { children: ReactNode; by: string }) {
  return (
    <>
      <span className="k-figures">{children}</span> <span className="k-second">{by}</span>
    </>
  );
}

import type { AwaitedProof } from '@kelisim/shared/features/signing/signing.contract.ts';
import { Alert } from '@mantine/core';
import { useTexts } from '../../platform/i18n.ts';
import { useFormats } from '../../platform/use-formats.ts';

interface AwaitedProofsProps {
  proofs: readonly AwaitedProof[];
  /** The side of who looks. */
  side: AwaitedProof['side'];
}

/** Signatures that were given and do not count yet, or were refused since: nobody should wonder where they went. */
export function AwaitedProofs({ proofs, side: own }: AwaitedProofsProps) {
  const t = useTexts('signing');
  const f = useFormats();
  return proofs.map(({ side, name, state, received_at, message }) => {
    const whose = side === own ? 'own' : 'other';
    return state === 'waiting' ? (
      <Alert key={side} mt={4} color="attention" variant="light" role="status">
        {t(`proof.${whose}`, { name, when: f.moment(received_at) })}
      </Alert>
    ) : (
      <Alert key={side} mt={4} color="bad" variant="light">
        {t(`proof.${whose}_refused`, { name, reason: message ?? '' })}
      </Alert>
    );
  });
}

/** Whether a side has signed and waits for НУЦ РК; it is not asked to sign again meanwhile. */
export function waitsForProof(proofs: readonly AwaitedProof[], own: AwaitedProof['side']): boolean {
  return proofs.some(({ side, state }) => side === own && state === 'waiting');
}

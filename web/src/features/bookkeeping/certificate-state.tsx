import type { DocumentRow } from '@kelisim/shared/features/documents/documents.contract.ts';
import { useTextByCode } from '../../platform/i18n.ts';
import { StatusDot, type Tone } from '../../ui/status-dot.tsx';

const tones: Record<string, Tone> = { signed: 'good-ring', refused: 'bad-ring' };

/** Whether a certificate is signed; in amber for those who sign it. */
export function CertificateState({ status, signs }: Pick<DocumentRow, 'status'> & { signs: boolean }) {
  const word = useTextByCode('states');
  const tone = tones[status.code] ?? (signs ? 'attention' : 'accent');
  return <StatusDot tone={tone} label={word(`other_paper.${status.code}`, status.name)} />;
}

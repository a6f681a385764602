export { SignatureVerdictCard } from './signature-verdict-card.tsx';
export { useVerifiedDocument } from './verification.data.ts';

export { judgeSignature } from './judge-signature.ts';
export { maskNumber, toSignatureCard } from './signature-card.ts';
export {
  addSignature,
  findSameSignature,
  findVisibleSignature,
  listCurrentSignatures,
  listSignedBy,
  retireSignatures,
} from './signatures.queries.ts';

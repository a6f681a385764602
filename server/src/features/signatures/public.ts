export { assertOtherSide } from './assert-other-side.ts';
export { gatherAll, gatherForRun, readSigning, SIGNED_ROW_USES_UP, type RunEvidence } from './gather-all.ts';
export { gatherEvidence, judgeCms, type Evidence } from './gather-evidence.ts';
export {
  finishPendingSignature,
  holdPendingSignature,
  leaseDueSignatures,
  listAwaitedBy,
  listPendingSignatures,
  postponePendingSignature,
  type AwaitedRow,
  type PendingRow,
} from './pending.queries.ts';
export { keptProof, wholeCms } from './kept-lists.ts';
export {
  listPapers,
  listSignedPapers,
  readPaper,
  readPapers,
  type DrawCard,
  type Paper,
} from './list-papers.ts';
export { maskNumber, toAwaitedProofs, toSignatureCard } from './signature-card.ts';
export {
  addSignatures,
  findSameSignature,
  findSignedFile,
  findVisibleSignature,
  listCurrentSignatures,
  listFrozenDigests,
  listSignaturesOfFile,
  listSignedBy,
  retireSignatures,
  selectFiles,
  selectSignatures,
  type FileSignature,
  type SignedFile,
} from './signatures.queries.ts';
export { provenOf, takeSignature, type Taken } from './take-signature.ts';

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
export { listKeptProofs, wholeCms } from './kept-lists.ts';
export { listPapers, readPaper, type Paper } from './list-papers.ts';
export { maskNumber, toAwaitedProofs, toSignatureCard } from './signature-card.ts';
export {
  addSignatures,
  findSameSignature,
  findVisibleSignature,
  listCurrentSignatures,
  listFrozenDigests,
  listSignedBy,
  retireSignatures,
  selectSignatures,
} from './signatures.queries.ts';
export { provenOf, takeSignature, type Taken } from './take-signature.ts';

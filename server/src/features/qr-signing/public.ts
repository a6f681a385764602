export { checkSession } from './check-session.ts';
export { openPageSession, openQrSession } from './open-qr-session.ts';
export type {
  AwaitedItem,
  NewQrItem,
  QrDocumentKind,
  QrKind,
  QrKinds,
  QrOwner,
  QrRequest,
  SignedItem,
  TakenItem,
} from './qr-kinds.ts';
export { readQrState } from './read-qr-state.ts';
export { takeFromPage } from './take-signatures.ts';

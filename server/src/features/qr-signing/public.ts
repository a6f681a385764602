export { checkSession } from './check-session.ts';
export { openQrSession } from './open-qr-session.ts';
export type {
  AwaitedItem,
  NewQrItem,
  QrDocumentKind,
  QrKind,
  QrOwner,
  SignedItem,
  TakenItem,
} from './qr-kinds.ts';
export { readQrState } from './read-qr-state.ts';

export { checkSession } from './check-session.ts';
export { openQrSession } from './open-qr-session.ts';
export type { NewQrItem, QrDocumentKind, QrOwner, SignedItem, TakenItem } from './qr-kinds.ts';

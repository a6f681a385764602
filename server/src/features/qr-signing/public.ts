export type { NewQrItem, QrDocumentKind, QrOwner, SignedItem, TakenItem } from './qr-kinds.ts';

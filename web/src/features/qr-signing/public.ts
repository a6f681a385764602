export type { QrSource } from './qr-signing.data.ts';
export { QrSession, QrSigning } from './qr-signing.tsx';

export { QrSigning } from './qr-signing.tsx';

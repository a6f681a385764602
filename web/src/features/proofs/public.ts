export { Download, ProofDownloads } from './proof-downloads.tsx';

export { CertificateWarning } from './certificate-warning.tsx';

export { addSecurityEvent, type SecurityEvent } from './add-security-event.ts';

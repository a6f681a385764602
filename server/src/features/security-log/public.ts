export { addSecurityEvent, type SecurityEvent } from './add-security-event.ts';
export { checkAuditChain, sealEvents } from './audit-chain.queries.ts';
export { deviceName } from './device-name.ts';
export { countEvents, listEvents } from './security-log.queries.ts';

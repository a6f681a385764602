export { addSecurityEvent, type SecurityEvent } from './add-security-event.ts';
export { checkAuditChain, sealEvents } from './audit-chain.queries.ts';
export { noteDeskDeed } from './note-desk-deed.ts';
export { makeDenials } from './denials.ts';
export { deviceName } from './device-name.ts';
export { whatChanged } from './what-changed.ts';
export { countEvents, listEvents, wasNoted } from './security-log.queries.ts';

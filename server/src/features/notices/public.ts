export { listReached } from './notices.queries.ts';
export { isQuiet, quietUntil } from './quiet-hours.ts';
export { addSecurityNotice, tellPerson } from './tell-person.ts';

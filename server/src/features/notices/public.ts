export { listReached } from './notices.queries.ts';
export { addSecurityNotice, tellPerson } from './tell-person.ts';

export { getCompanyName, listReached } from './notices.queries.ts';
export { isQuiet, quietUntil } from './quiet-hours.ts';
export { phraseOf } from './sentence.ts';
export type { MakeSignLink } from './sign-link.ts';
export { addSecurityNotice, tellPerson } from './tell-person.ts';

export { keyOfRun } from './key-of-run.ts';
export { rightsOfScopes } from './authenticate-key.ts';
export { countLiving, isKeyGood, moveKey } from './api-keys.queries.ts';
export { makeKey } from './change-keys.ts';

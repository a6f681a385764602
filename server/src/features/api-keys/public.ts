export { keyOfRun } from './key-of-run.ts';
export { rightsOfScopes } from './authenticate-key.ts';

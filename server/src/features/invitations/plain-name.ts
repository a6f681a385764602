export { plainName } from '../../platform/plain-name.ts';

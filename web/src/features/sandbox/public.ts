export { isSandbox } from './sandbox.data.ts';

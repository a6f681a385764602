export { checkCode, CODE_LIFE_S, sendCode, type CodeBinding } from './one-time-code.ts';

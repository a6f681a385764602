export { statusTone } from './act-words.ts';

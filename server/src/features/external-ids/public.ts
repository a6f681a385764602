export { idCalled, namesOf, nameThing } from './name-thing.ts';

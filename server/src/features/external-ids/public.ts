export { idCalled, namesOf, nameThing, thingCalled } from './name-thing.ts';

export { externalIdOf, type Namer } from './external-ids.queries.ts';
export { idCalled, namerOf, namesOf, nameThing, thingCalled } from './name-thing.ts';

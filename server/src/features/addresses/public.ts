export { importKato } from './import-kato.ts';
export { keepPlaces } from './keep-places.ts';
export { makePlace } from './read-kato.ts';
export { suggestAddresses } from './suggest-address.ts';

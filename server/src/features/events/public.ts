export { askForFeed, endOfFeed, findPlaceBefore, listEvents, tellOfEndpoint } from './events.queries.ts';
export { toEventView } from './events.view.ts';

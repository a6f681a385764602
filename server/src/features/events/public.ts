export { askForFeed, endOfFeed, findPlaceBefore, listEvents, tellOfEndpoint } from './events.queries.ts';
export { toEventText } from './events.view.ts';

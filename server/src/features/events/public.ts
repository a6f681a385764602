export {
  askForFeed,
  endOfFeed,
  findPlaceBefore,
  listEvents,
  tellOfEndpoint,
  type Place,
} from './events.queries.ts';
export { toEventView } from './events.view.ts';

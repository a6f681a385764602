export {
  askForFeed,
  endOfFeed,
  findPlaceBefore,
  listEvents,
  readEvent,
  tellOfEndpoint,
} from './events.queries.ts';
export { toEventText } from './events.view.ts';

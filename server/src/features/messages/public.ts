export { confirmRequests, limitRequests, waitToRequest, type Asker } from './limit-requests.ts';
export {
  openMessage,
  queueMessage,
  sealedMessages,
  type MessageKind,
  type Receiver,
} from './queue-message.ts';
export { readLiveCode } from './read-outbox.ts';

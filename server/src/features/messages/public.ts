export { limitRequests } from './limit-requests.ts';
export { openMessage, queueMessage, type MessageKind, type Receiver } from './queue-message.ts';

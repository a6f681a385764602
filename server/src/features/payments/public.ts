export { summariseOrders } from './orders.queries.ts';

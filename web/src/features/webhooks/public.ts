export { EndpointsCard } from './endpoints-card.tsx';

export { DEMO_PASSWORD } from './sandbox.routes.ts';

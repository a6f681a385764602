export { ON_A_PAGE } from './admin.data.ts';

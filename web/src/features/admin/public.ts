export { ON_A_PAGE } from './admin.data.ts';
export { ListFoot } from './list-foot.tsx';

export { OwnViews } from './own-views-button.tsx';
export { useOwnViews } from './own-views.data.ts';
export { useLook } from './use-look.tsx';

export { useLook } from './use-look.tsx';

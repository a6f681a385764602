export { isProved, ProveForm } from './prove-form.tsx';

export { MakeDialog } from './make-dialog.tsx';

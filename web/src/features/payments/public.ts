export { PayDialog } from './pay-dialog.tsx';

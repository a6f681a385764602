export { QuickSignButton } from './quick-sign-button.tsx';

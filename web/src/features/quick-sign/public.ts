export { QuickSignButton } from './quick-sign-button.tsx';
export { QuickSignWindow, SendLinksDialog } from './link-windows.tsx';

export { ReconciliationTabs } from './reconciliation-tabs.tsx';

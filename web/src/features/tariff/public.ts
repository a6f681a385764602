export { OverdueSlot } from './overdue-slot.tsx';

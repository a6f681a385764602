/// <reference types="vite/client" />

declare module 'virtual:call-table' {
  import type { CallTable } from './platform/http.ts';
  const table: CallTable;
  export default table;
}

declare module 'virtual:theme.css';

/** What the call of that name asks of each field. */
declare module 'virtual:form-limits/*' {
  import type { Limits } from '@kelisim/shared/kernel/limits.ts';
  const limits: Limits;
  export default limits;
}

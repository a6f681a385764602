/// <reference types="vite/client" />

declare module 'virtual:call-table' {
  import type { CallTable } from './platform/http.ts';
  const table: CallTable;
  export default table;
}

declare module 'virtual:theme.css';

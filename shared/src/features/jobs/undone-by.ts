import type { RunKind } from './run-kinds.ts';

/** What takes a work back, row by row, where something does. `docs/undo.md` says of the others why nothing can. */
export const UNDONE_BY: { readonly [Kind in RunKind]?: RunKind } = {
  'acts.delete': 'acts.restore',
  'acts.restore': 'acts.delete',
  'documents.delete': 'documents.restore',
  'documents.restore': 'documents.delete',
  'executors.stop': 'executors.resume',
  'executors.resume': 'executors.stop',
};

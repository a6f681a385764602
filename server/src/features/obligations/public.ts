export { findFitting, type Fitting } from './find-fitting.ts';
export { hideObligation, isShownAs, showObligation, type ObligationInput } from './show-operation.ts';
export { holdTold } from './told.queries.ts';

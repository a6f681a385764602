export { findFitting, type Fitting } from './find-fitting.ts';
export { hideObligation, isShownAs, showObligation, type ObligationWish } from './show-operation.ts';
export { holdTold } from './told.queries.ts';

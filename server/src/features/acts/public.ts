export { listActPapers } from './act-papers.ts';
export { ACT_JSON } from './act-json.ts';
export { haveWords } from './act-words.queries.ts';
export { readFrozenAct } from './act-paper.ts';
export { findPartiesOnPaper } from './act-paper.queries.ts';
export { commentAct, getComments } from './comment-act.ts';
export { compareLines } from './compare-lines.ts';
export { findPaperBefore, readVersions } from './read-versions.ts';
export { listRefunds, refundedIn, refundedOf } from './refunds.queries.ts';
export { returnAct } from './return-act.ts';
export { assertMove, moveAct, moveActs, moverOf, noteDeed } from './move-act.ts';
export { bothSignedAt, getPaymentTimes, usualPayDays } from './payment-times.queries.ts';
export { prepareAct } from './prepare-acts.ts';
export {
  findActRow,
  isExecutorFirst,
  listServices,
  lockAct,
  lockActOf,
  lockActs,
  lockActsOf,
  type LockedAct,
} from './acts.queries.ts';
export { lacksInvoice } from './lacks-invoice.queries.ts';
export { listMeantActs, listMeantIds } from './selection.queries.ts';
export { seenActs, seenByWords } from './seen-acts.queries.ts';
export { signAct } from './sign-act.ts';

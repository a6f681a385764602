export { documentStatusView } from './documents.view.ts';
export { endTicketWith, giveTicket, useTicket } from './download-ticket.ts';
export { isDisputed, listDisputed } from './hand-signatures.queries.ts';
export { findDocumentRow, labelledDocuments, lockDocument, waitsFor } from './documents.queries.ts';
export { moveDocument } from './move-document.ts';
export { findContractOnPaper, holdUsableContracts, listContractsOnPaper } from './kept-papers.queries.ts';
export {
  assertNumberFor,
  ownNumber,
  plainNumber,
  takeContractNumbers,
  takePaperNumber,
} from './contract-numbers.ts';
export { contractFileName } from './freeze-document.ts';
export { issueContract, readContractFile, reissuePaper } from './issue-contract.ts';
export { refuseDocument } from './refuse-document.ts';
export { prepareDocument } from './prepare-documents.ts';
export { signDocument } from './sign-document.ts';
export { keepSource } from './upload-document.ts';
export { documentStem } from './zip-documents.ts';

export { findContractOnPaper, findDocumentRow, findUsableContract } from './documents.queries.ts';
export { prepareDocument } from './prepare-documents.ts';
export { signDocument } from './sign-document.ts';

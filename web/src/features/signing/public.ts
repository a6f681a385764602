export { firstChoice, keyFault, maskIin } from './key-choice.ts';
export { KeyChoice } from './key-choice-list.tsx';
export { KeyFileForm } from './key-file-form.tsx';
export { SignatureCards } from './signature-cards.tsx';
export { startSigner, type OpenAnswer, type Signer } from './signer.ts';
export { SigningDialog } from './signing-dialog.tsx';
export type { KeyCard } from './signing-messages.ts';

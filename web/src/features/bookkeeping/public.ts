export { WithholdingPart } from './withholding-part.tsx';

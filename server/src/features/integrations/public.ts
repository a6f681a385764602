export { sealedBankSecrets } from './bank-secrets.ts';
export {
  askBalances,
  callbackUrl,
  findPayDoor,
  isCallbackMark,
  listPayDoors,
  openBank,
  type PayDoor,
} from './open-bank.ts';
export {
  askStatements,
  findStatementDoor,
  statementsRead,
  takeDue,
  type StatementDoor,
} from './tell-statements.ts';

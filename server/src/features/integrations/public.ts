export {
  askBalances,
  callbackUrl,
  findPayDoor,
  isCallbackMark,
  listPayDoors,
  openBank,
  type PayDoor,
} from './open-bank.ts';

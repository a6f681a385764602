import { formatMoney } from '@kelisim/shared/kernel/money.ts';

/** «1 234 567,80 ₸», the spaces unbreakable. */
export function tenge(amount_tiyn: bigint): string {
  const [whole = '', part = '00'] = formatMoney(amount_tiyn).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0')},${part}\u00a0₸`;
}

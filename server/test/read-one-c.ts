import { parseMoney } from '@kelisim/shared/kernel/money.ts';

/** The orders of a 1C file, read by nothing of ours, as the program of a bank would read them. */
export function readOneCOrders(bytes: Uint8Array) {
  const text = new TextDecoder('windows-1251').decode(bytes);
  return text
    .split('СекцияДокумент=ПлатежноеПоручение\r\n')
    .slice(1)
    .map((section) => {
      const get = (name: string) => section.match(new RegExp(`^${name}=(.*)\r$`, 'm'))![1]!;
      return {
        number: Number(get('НомерДокумента')),
        payee_iban: get('ПолучательИИК'),
        amount_tiyn: parseMoney(get('Сумма'))!,
      };
    });
}

/** Names of fields in the forms 1.01 to 2.00 and in those of Kazakhstan's banks. */
const KNOWN = new RegExp(
  `^(${[
    '(плательщик|получатель)(\\d|наименование|бин(_иин)?|иин|инн|кпп|кбе|иик|(расч|кор)?счет|банк[\\p{L}\\d_]*|бик)?',
    'дата(документа|операции|проводки|списано|поступило|валютирования)?',
    'сумма(расход|приход|списано|поступило)?',
    'номер(документа)?',
    'вид(документа|оплаты|платежа)',
    'назначениеплатежа(\\d|код)?',
    'кодназначенияплатежа|кнп|кбе|кбк|валюта(документа|платежа|операции)?|курс',
    'статуссоставителя|показатель[\\p{L}\\d]+|очередность|срок(платежа|акцепта)|код|период|референс',
    'квитанция[\\p{L}]+',
  ].join('|')})$`,
  'u',
);

/**
 * Whether what stands before «=» is the name of a field rather than a word of a text that goes on: the document does
 * not have it yet, and it is one of the known names or is written like one (`ИсточникСредств`).
 */
export function isField(written: string, present: ReadonlyMap<string, unknown>): boolean {
  const name = written.trim();
  const lower = name.toLowerCase();
  return !present.has(lower) && (KNOWN.test(lower) || /^\p{Lu}\p{Ll}+\p{Lu}[\p{L}\d_]*$/u.test(name));
}

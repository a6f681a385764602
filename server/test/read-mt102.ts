/** The people of a list and its whole sum, in tiyn, read by nothing of ours, as the program of a bank would read them. */
export function readMt102(bytes: Uint8Array): {
  account: string;
  total: bigint;
  people: Map<string, bigint>;
} {
  const text = new TextDecoder('windows-1251').decode(bytes);
  const [head = '', ...rows] = text.split(/^:21:/m);
  const sumOf = (part: string, field: string) =>
    BigInt(new RegExp(`:${field}:[^\\r]*KZT(\\d+,\\d\\d)\\r`).exec(part)![1]!.replace(',', ''));
  const people = rows.map((row) => [/\/IDN\/(\d{12})/.exec(row)![1]!, sumOf(row, '32B')] as const);
  return {
    account: /^:59:(\w+)/m.exec(head)![1]!,
    total: sumOf(rows.at(-1)!, '32A'),
    people: new Map(people),
  };
}

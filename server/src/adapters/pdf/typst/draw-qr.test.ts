import { encode } from 'uqr';
import { expect, it } from 'vitest';
import { drawQr } from './draw-qr.ts';

it.each([
  'https://kelisim.example/verify/q3mV8yT0cXr5Kd2LwZ7NbA',
  'http://localhost:0/verify/wmqwd9wkd0pzbgvj',
  `https://a.long.name.of.a.host.kelisim.example/verify/${'wmqwd9wkd0pzbgvj'.repeat(8)}`,
  'A',
  'ы'.repeat(400),
])('draws %s exactly as the code has it, each straight line at once', (text) => {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const svg = drawQr(text);
  expect(readSquares(svg, size)).toEqual(data);
  expect(svg).not.toMatch(/H\d+H|V\d+V/);
});

/** Which squares lie inside of the path, by how often it runs round the middle of each (the rule of SVG and PDF). */
function readSquares(svg: string, size: number): boolean[][] {
  const path = / d="([^"]+)"/.exec(svg)?.[1] ?? '';
  const turns = new Map<string, number>();
  let [x, y, start_y] = [0, 0, 0];
  const to = (next_y: number) => {
    for (let row = Math.min(y, next_y); row < Math.max(y, next_y); row += 1)
      for (let column = x; column < size; column += 1) {
        const square = `${column},${row}`;
        turns.set(square, (turns.get(square) ?? 0) + Math.sign(next_y - y));
      }
    y = next_y;
  };
  for (const [, step, first, second] of path.matchAll(/([MHVz])(\d+)?(?:,(\d+))?/g)) {
    if (step === 'M') [x, y, start_y] = [Number(first), Number(second), Number(second)];
    if (step === 'H') x = Number(first);
    if (step === 'V') to(Number(first));
    if (step === 'z') to(start_y);
  }
  return Array.from({ length: size }, (_row, row) =>
    Array.from({ length: size }, (_column, column) => (turns.get(`${column},${row}`) ?? 0) !== 0),
  );
}

import { encode } from 'uqr';

/** A QR code as SVG in one path along the edges of what is black: a square for each module takes 3 KB more of a PDF. */
export function drawQr(url: string): string {
  const { size, data } = encode(url, { ecc: 'M', border: 0 });
  // Corners are numbered row by row; each has a bit for every way in which an edge leaves it: right, down, left, up.
  const width = size + 1;
  const steps = [1, width, -1, -width];
  const leaving = new Uint8Array(width * width);
  const isBlack = (x: number, y: number) => data[y]?.[x] === true;
  const addEdge = (corner: number, way: number) => {
    leaving[corner] = (leaving[corner] ?? 0) | (1 << way);
  };
  // Black lies to the right of every edge, so the edges of a hole run the other way round.
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!isBlack(x, y)) continue;
      const corner = y * width + x;
      if (!isBlack(x, y - 1)) addEdge(corner, 0);
      if (!isBlack(x + 1, y)) addEdge(corner + 1, 1);
      if (!isBlack(x, y + 1)) addEdge(corner + width + 1, 2);
      if (!isBlack(x - 1, y)) addEdge(corner + width, 3);
    }
  let path = '';
  for (let start = 0; start < leaving.length; start += 1)
    while (leaving[start]) {
      path += `M${start % width},${Math.floor(start / width)}`;
      let [here, way] = [start, -1];
      do {
        // As many edges leave a corner as reach it.
        const ways = leaving[here] ?? 0;
        const next = 31 - Math.clz32(ways);
        // A straight line is drawn to its end only, the last one by `z`.
        if (way >= 0 && next !== way)
          path += way % 2 === 0 ? `H${here % width}` : `V${Math.floor(here / width)}`;
        leaving[here] = ways & ~(1 << next);
        here += steps[next] ?? 0;
        way = next;
      } while (here !== start);
      path += 'z';
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
}

import { encode } from 'uqr';

/** A QR code as SVG in one path along the edges of what is black: a square for each module takes 3 KB more of a PDF. */
export function drawQr(url: string): string {
  const { size, data } = encode(url, { ecc: 'M', border: 0 });
  const isBlack = (x: number, y: number) => data[y]?.[x] === true;
  const edges = new Map<string, [x: number, y: number][]>();
  const addEdge = (x: number, y: number, to_x: number, to_y: number) => {
    const from = `${x},${y}`;
    edges.set(from, [...(edges.get(from) ?? []), [to_x, to_y]]);
  };
  // Black lies to the right of every edge, so the edges of a hole run the other way round.
  for (let y = 0; y < size; y += 1)
    for (let x = 0; x < size; x += 1) {
      if (!isBlack(x, y)) continue;
      if (!isBlack(x, y - 1)) addEdge(x, y, x + 1, y);
      if (!isBlack(x + 1, y)) addEdge(x + 1, y, x + 1, y + 1);
      if (!isBlack(x, y + 1)) addEdge(x + 1, y + 1, x, y + 1);
      if (!isBlack(x - 1, y)) addEdge(x, y + 1, x, y);
    }
  let path = '';
  for (const [start, from_here] of edges)
    while (from_here.length > 0) {
      path += `M${start}`;
      let [here, way] = [start, ''];
      do {
        // As many edges leave a corner as reach it.
        const [x, y] = edges.get(here)!.pop()!;
        const along = here.endsWith(`,${y}`) ? 'H' : 'V';
        // A straight line is drawn to its end only.
        if (along === way) path = path.slice(0, path.lastIndexOf(way));
        path += `${along}${along === 'H' ? x : y}`;
        [here, way] = [`${x},${y}`, along];
      } while (here !== start);
      path += 'z';
    }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${path}"/></svg>`;
}

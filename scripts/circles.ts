/** From each name to the names it leads to. */
export type Graph = Map<string, Set<string>>;

export function makeGraph(edges: Iterable<{ from: string; to: string }>): Graph {
  const graph: Graph = new Map();
  for (const { from, to } of edges) {
    if (!graph.has(from)) graph.set(from, new Set());
    graph.get(from)?.add(to);
  }
  return graph;
}

/** One circle (first name repeated at the end) of each knot of names that lead back to themselves. */
export function findCircles(graph: Graph): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const path: string[] = [];
  const onPath = new Set<string>();
  const visit = (name: string): void => {
    path.push(name);
    onPath.add(name);
    for (const next of graph.get(name) ?? []) {
      if (onPath.has(next)) circles.push([...path.slice(path.indexOf(next)), next]);
      else if (!done.has(next)) visit(next);
    }
    path.pop();
    onPath.delete(name);
    done.add(name);
  };
  for (const name of [...graph.keys()].sort()) if (!done.has(name)) visit(name);
  return circles;
}

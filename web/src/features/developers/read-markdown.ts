/** A piece of a line: words, or what stands out among them. */
export type Inline =
  | { kind: 'text' | 'code' | 'bold'; text: string }
  | { kind: 'link'; text: string; href: string };

export type Block =
  | { kind: 'heading'; level: number; line: Inline[] }
  | { kind: 'paragraph'; line: Inline[] }
  | { kind: 'list'; items: Inline[][] }
  | { kind: 'table'; head: Inline[][]; rows: Inline[][][] }
  /** Blocks of code with nothing between them: the same in several languages. */
  | { kind: 'code'; samples: { language: string; text: string }[] };

/** Reads as much of Markdown as our guides are written in. */
export function readMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const parts = text.split(/^(```\w*\n[^]*?\n```)$/m);
  for (const part of parts) {
    const code = /^```(\w*)\n([^]*)\n```$/.exec(part);
    if (code) {
      const sample = { language: code[1] ?? '', text: code[2] ?? '' };
      const last = blocks.at(-1);
      if (last?.kind === 'code') last.samples.push(sample);
      else blocks.push({ kind: 'code', samples: [sample] });
      continue;
    }
    for (const paragraph of part.split(/\n{2,}/))
      if (paragraph.trim()) blocks.push(readBlock(paragraph.trim()));
  }
  return blocks;
}

function readBlock(text: string): Block {
  const heading = /^(#{1,3}) (.*)$/.exec(text);
  if (heading) return { kind: 'heading', level: heading[1]?.length ?? 1, line: readLine(heading[2] ?? '') };
  const lines = text.split('\n');
  if (text.startsWith('- '))
    return { kind: 'list', items: lines.map((line) => readLine(line.replace(/^- /, ''))) };
  if (text.startsWith('|')) {
    const [head = [], , ...rows] = lines.map((line) =>
      line
        .slice(1, -1)
        .split('|')
        .map((cell) => readLine(cell.trim())),
    );
    return { kind: 'table', head, rows };
  }
  return { kind: 'paragraph', line: readLine(lines.join(' ')) };
}

function readLine(text: string): Inline[] {
  return text
    .split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)\s]+\))/)
    .filter(Boolean)
    .map((part): Inline => {
      if (part.startsWith('`')) return { kind: 'code', text: part.slice(1, -1) };
      if (part.startsWith('**')) return { kind: 'bold', text: part.slice(2, -2) };
      const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
      return link ? { kind: 'link', text: link[1] ?? '', href: link[2] ?? '' } : { kind: 'text', text: part };
    });
}

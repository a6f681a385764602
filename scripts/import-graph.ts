import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, sep } from 'node:path';
import { parseSync } from 'oxc-parser';

/** One `import`, `export … from` or `import()` of a file. Paths are relative to the root, with `/`. */
export interface Import {
  from: string;
  /** A file of ours, or the name as written for a package (`zod`, `node:fs`). */
  to: string;
  ours: boolean;
  /** Gone when the program runs. */
  type_only: boolean;
}

export interface Tree {
  files: string[];
  folders: string[];
  imports: Import[];
}

const skipped = new Set(['node_modules', 'dist', 'public']);
const rooms = ['shared', 'eds', 'server', 'web', 'e2e', 'bench', 'scripts', 'sdk', 'integrations'];
const source = /(?<!\.d)\.(ts|tsx|mjs)$/;

/** Reads every source file of the project under `root`. */
export function readTree(root: string): Tree {
  const files: string[] = [];
  const folders: string[] = [];
  const walk = (path: string): void => {
    for (const entry of readdirSync(join(root, path), { withFileTypes: true })) {
      const inner = `${path}/${entry.name}`;
      if (skipped.has(entry.name) || entry.name.startsWith('.')) continue;
      if (entry.isDirectory()) {
        folders.push(inner);
        walk(inner);
      } else if (source.test(entry.name)) files.push(inner);
    }
  };
  for (const room of rooms) if (existsSync(join(root, room))) walk(room);
  return { files, folders, imports: files.flatMap((file) => readImports(root, file)) };
}

function readImports(root: string, file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: { name: string; type_only: boolean }[] = [];
  for (const { start, moduleRequest } of module.staticImports)
    found.push({
      name: moduleRequest.value,
      type_only: /^import\s+type\b/.test(text.slice(start, start + 20)),
    });
  for (const { start, entries } of module.staticExports) {
    const name = entries[0]?.moduleRequest?.value;
    // What is imported and exported again has the place of its import.
    if (name) found.push({ name, type_only: /^(im|ex)port\s+type\b/.test(text.slice(start, start + 20)) });
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const literal = /^(['"`])([^'"`$]+)\1$/.exec(text.slice(moduleRequest.start, moduleRequest.end));
    if (literal?.[2]) found.push({ name: literal[2], type_only: false });
  }
  return found.map(({ name, type_only }) => ({ from: file, type_only, ...resolve(root, file, name) }));
}

function resolve(root: string, file: string, name: string): { to: string; ours: boolean } {
  const path = name.replace(/\?.*$/, '');
  const ours = /^@kelisim\/(shared|eds)\/(.+)$/.exec(path);
  if (ours) return { to: `${ours[1]}/src/${ours[2]}`, ours: true };
  if (path.startsWith('.')) return { to: posix.join(posix.dirname(file), path), ours: true };
  if (path.startsWith('/'))
    return {
      to: relative(root, join(root, dirname(path)))
        .split(sep)
        .join('/'),
      ours: true,
    };
  return { to: name, ours: false };
}

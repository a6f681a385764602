import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.dirname(createRequire(import.meta.url).resolve('@mantine/core/styles.css'));
const noVariables = 'export const MantineCssVariables = () => null;';
const named = /import\s*\{([^}]+)\}\s*from\s*['"]@mantine\/core['"]/g;
const inner = /from "((?:\.\.?\/)+(?:components\/)?[\w/-]+\.mjs)"/g;

/** Sheets a component needs, those of the parts it is made of first. Read from the package itself. */
export function sheetsOf(component: string): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const walk = (file: string): void => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const name = path.basename(file, '.mjs');
    if (!file.includes('/components/')) return;
    for (const [, other] of readFileSync(file, 'utf8').matchAll(inner))
      walk(path.resolve(path.dirname(file), other!));
    if (existsSync(path.join(root, 'styles', `${name}.layer.css`))) found.add(name);
  };
  walk(path.join(root, 'esm/components', component, `${component}.mjs`));
  return [...found].map((name) => path.join(root, 'styles', `${name}.layer.css`));
}

/**
 * Each component of Mantine brings its own sheets wherever it is imported, so a page pays for what it shows
 * and nobody keeps a list. The layered sheets are taken: a sheet of ours always wins over them.
 */
export function mantineCss(): Plugin {
  const known = new Map<string, string[]>();
  return {
    name: 'kelisim-mantine-css',
    enforce: 'pre',
    load(file) {
      // The provider is told to write no variables at run time (they are in the theme's sheet), so what would write
      // them need not travel.
      return file.endsWith('MantineProvider/MantineCssVariables/MantineCssVariables.mjs')
        ? noVariables
        : null;
    },
    transform(code, file) {
      if (!/\/web\/src\/.*\.tsx$/.test(file) || !code.includes('@mantine/core')) return null;
      const names = [...code.matchAll(named)].flatMap((match) => (match[1] ?? '').split(','));
      const sheets = new Set(
        names.flatMap((part) => {
          const name = part.trim().split(/\s+as\s+/)[0] ?? '';
          if (!known.has(name)) known.set(name, sheetsOf(name));
          return known.get(name)!;
        }),
      );
      const imports = [...sheets].map((sheet) => `import '${sheet}';`);
      return imports.length ? { code: `${code}\n${imports.join('\n')}\n`, map: null } : null;
    },
  };
}

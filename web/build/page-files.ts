import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { readScreens, type BuiltScreen } from './screen-table.ts';

/** What `pages.json` says of a screen: the files that a first visit loads, in each language. */
export interface PageFiles {
  path: string;
  is_public: boolean;
  ru: string[];
  kz: string[];
}

/**
 * Writes `pages.json`, style sheets first and in the order in which the page would add them, letters last: a text that
 * changes its letters moves what stands below. The server names the files in
 * the page (`serve-web.ts`), and `scripts/page-weights.ts` sums them.
 */
export function pageFiles(): Plugin {
  let root = '';
  return {
    name: 'kelisim-page-files',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      root = config.root;
    },
    async generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((one) => one.type === 'chunk');
      for (const { fileName, moduleIds } of chunks)
        if (moduleIds.some((id) => id.includes('/node_modules/zod/')))
          this.error(`${fileName} has Zod in it: a page needs none, only its types`);
      const filesOf = closures(chunks, root);
      const fonts = Object.keys(bundle).filter((name) => name.endsWith('.woff2'));
      const screens = (await readScreens()).filter(({ page }) => page && filesOf.has(page));
      const pages = screens.map((screen): PageFiles => {
        // Behind a link on a slow network the words come first, in whatever letters the phone has.
        const letters = screen.path.startsWith('/sign/') ? [] : fonts;
        const filesIn = (locale: string) => [...filesOf.all(partsOf(screen, locale)), ...letters];
        return { path: screen.path, is_public: screen.is_public, ru: filesIn('ru'), kz: filesIn('kz') };
      });
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}

/** What the app loads for a screen (`load-page.ts`, `guards.ts`), in its order. */
function partsOf({ is_public, layout_file, page, texts }: BuiltScreen, locale: string): string[] {
  return [
    'src/app/main.tsx',
    ...(is_public ? [] : ['src/app/guards.ts']),
    `src/platform/words-${locale}.ts`,
    layout_file,
    page!,
    ...texts.map((name) => `../shared/src/texts/${locale}/${name}.ts`),
  ];
}

/** By source files: the files of their chunks, with all that these import. */
function closures(chunks: readonly Rolldown.OutputChunk[], root: string) {
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const bySource = new Map<string, Rolldown.OutputChunk>();
  const sourceOf = (id: string) => path.relative(root, id).replaceAll(path.sep, '/');
  for (const chunk of chunks) for (const id of chunk.moduleIds) bySource.set(sourceOf(id), chunk);
  for (const chunk of chunks) if (chunk.facadeModuleId) bySource.set(sourceOf(chunk.facadeModuleId), chunk);
  const all = (sources: readonly string[]): string[] => {
    const seen = new Set<Rolldown.OutputChunk>();
    const sheets = new Set<string>();
    const add = (chunk: Rolldown.OutputChunk): void => {
      if (seen.has(chunk)) return;
      seen.add(chunk);
      for (const name of chunk.imports) if (byFile.has(name)) add(byFile.get(name)!);
      for (const sheet of chunk.viteMetadata?.importedCss ?? []) sheets.add(sheet);
    };
    for (const source of sources) {
      const chunk = bySource.get(source);
      if (!chunk) throw new Error(`No part of the build has ${source}`);
      add(chunk);
    }
    return [...sheets, ...[...seen].map((chunk) => chunk.fileName)];
  };
  return { all, has: (source: string) => bySource.has(source) };
}

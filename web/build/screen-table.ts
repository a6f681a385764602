import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A screen as the build sees it; files are paths from `web`, as in the manifest. */
export interface BuiltScreen {
  path: string;
  is_public: boolean;
  /** Null where the address only leads elsewhere. */
  page: string | null;
  layout: string;
  layout_file: string;
  /** Beside those that every page needs. */
  texts: readonly string[];
}

type Load = () => Promise<unknown>;

/** Reads the tables of screens and layouts, so that the build keeps no list of pages of its own. */
export async function readScreens(): Promise<BuiltScreen[]> {
  const { screens } = await read<{ screens: Screen[] }>('screens.ts');
  const { layouts } = await read<{ layouts: Record<string, Load> }>('layouts/layouts.ts');
  return screens.map(({ path: pattern, who, page, layout, texts = [] }) => ({
    path: pattern,
    is_public: who === 'public',
    page: page ? importedBy(page, 'src/app') : null,
    layout,
    layout_file: importedBy(layouts[layout]!, 'src/app/layouts'),
    texts,
  }));
}

/** What is read of the screens. The types of the pages themselves need the compiler of the pages. */
interface Screen {
  path: string;
  layout: string;
  who: string;
  page?: Load;
  texts?: readonly string[];
}

/** By a name that neither the bundler of the configuration nor the compiler follows. */
function read<T>(file: string): Promise<T> {
  return import(pathToFileURL(path.join(import.meta.dirname, '../src/app', file)).href);
}

/** The file that a function `() => import('…')` loads. */
function importedBy(load: Load, folder: string): string {
  const name = /import\(\s*['"](.+?)['"]/.exec(String(load))?.[1];
  if (!name) throw new Error(`No import('…') in ${String(load)}`);
  return path.posix.join(folder, name);
}

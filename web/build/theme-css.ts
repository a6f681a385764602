import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const id = 'virtual:theme.css';
const themeFile = fileURLToPath(new URL('../src/ui/theme.ts', import.meta.url));
const tokensFile = fileURLToPath(new URL('../src/ui/tokens.ts', import.meta.url));
const primitivesFile = fileURLToPath(new URL('../src/ui/primitives.ts', import.meta.url));

const script = `
  const { themeCss } = await import(${JSON.stringify(themeFile)});
  const { primitivesCss } = await import(${JSON.stringify(primitivesFile)});
  process.stdout.write(themeCss() + primitivesCss());
`;

/** `import 'virtual:theme.css'`: the theme's variables and the layout classes as one sheet, rebuilt after a change. */
export function themeCss(): Plugin {
  return {
    name: 'kelisim-theme-css',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(resolved) {
      if (resolved !== `\0${id}`) return null;
      for (const file of [themeFile, tokensFile, primitivesFile]) this.addWatchFile(file);
      // Another process, because this one keeps the first version of a module.
      return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    },
  };
}

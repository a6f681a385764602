import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const id = 'virtual:theme.css';
const themeFile = fileURLToPath(new URL('../src/ui/theme.ts', import.meta.url));
const tokensFile = fileURLToPath(new URL('../src/ui/tokens.ts', import.meta.url));

/** `import 'virtual:theme.css'`: the theme's variables as a plain style sheet, rebuilt after a change. */
export function themeCss(): Plugin {
  return {
    name: 'kelisim-theme-css',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(resolved) {
      if (resolved !== `\0${id}`) return null;
      this.addWatchFile(themeFile);
      this.addWatchFile(tokensFile);
      // Another process, because this one keeps the first version of a module.
      const script = `import(${JSON.stringify(themeFile)}).then((m) => process.stdout.write(m.themeCss()))`;
      return execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
    },
  };
}

import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const prefix = 'virtual:form-limits/';
const file = (path: string) =>
  JSON.stringify(fileURLToPath(new URL(`../../shared/src/${path}`, import.meta.url)));
const print = `
  const { calls } = await import(${file('calls.ts')});
  const { limitsOf } = await import(${file('kernel/limits-of.ts')});
  const rows = Object.entries(calls).map(([name, call]) => [name, limitsOf(call)]);
  process.stdout.write(JSON.stringify(Object.fromEntries(rows)));
`;

/**
 * `virtual:form-limits/acts.create`: what that call asks of each field, read from its contract at build time, so
 * that a form knows the limits without the Zod schemas and nobody types them again.
 */
export function formLimits(): Plugin {
  let table: Record<string, unknown> | null = null;
  return {
    name: 'kelisim-form-limits',
    resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : null),
    load(resolved) {
      if (!resolved.startsWith(`\0${prefix}`)) return null;
      table ??= JSON.parse(
        execFileSync(process.execPath, ['--input-type=module', '-e', print], { encoding: 'utf8' }),
      ) as Record<string, unknown>;
      const call = resolved.slice(prefix.length + 1);
      const limits = table[call];
      if (!limits) throw new Error(`No such call: ${call}`);
      return `export default ${JSON.stringify(limits)};`;
    },
    handleHotUpdate({ file: changed, server }) {
      if (!changed.endsWith('.contract.ts')) return;
      table = null;
      for (const [id, module] of server.moduleGraph.idToModuleMap)
        if (id.startsWith(`\0${prefix}`)) server.moduleGraph.invalidateModule(module);
    },
  };
}

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const id = 'virtual:call-table';
const callsFile = fileURLToPath(new URL('../../shared/src/calls.ts', import.meta.url));
const print = `
  const { calls } = await import(${JSON.stringify(callsFile)});
  const rows = Object.entries(calls).map(([name, call]) => {
    const marks = (call.files ? (call.json_too ? 'mj' : 'm') : call.form ? 'u' : call.body ? 'j' : '') + ('file' in call.answer ? 'f' : '') + (call.idempotency ? 'i' : '');
    return [name, call.method, call.path, marks].join(' ');
  });
  process.stdout.write(rows.join('\\n'));
`;

/**
 * `virtual:call-table`: name → [method, path, marks], read from the contracts at build time, so that the browser gets
 * the addresses of the calls without the Zod schemas behind them. Marks: `m` multipart, `j` JSON body, `u` fields
 * of a form (urlencoded), `f` answers a file, `i` wants an `Idempotency-Key`.
 */
export function callTable(): Plugin {
  return {
    name: 'kelisim-call-table',
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load(resolved) {
      if (resolved !== `\0${id}`) return null;
      if (!existsSync(callsFile)) return 'export default {};';
      this.addWatchFile(callsFile);
      const rows = execFileSync(process.execPath, ['--input-type=module', '-e', print], { encoding: 'utf8' });
      // Words in lines: compressed, they are a twentieth less than lists in JSON.
      return `export default Object.fromEntries(${JSON.stringify(rows)}.split('\\n').map((row) => {
        const [name, ...call] = row.split(' ');
        return [name, call];
      }));`;
    },
    handleHotUpdate({ file, server }) {
      if (!file.endsWith('.contract.ts')) return;
      const table = server.moduleGraph.getModuleById(`\0${id}`);
      if (table) server.moduleGraph.invalidateModule(table);
    },
  };
}

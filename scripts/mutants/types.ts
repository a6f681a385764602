import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A copy of the sources in which one module after another is changed: does the compiler refuse the change? */
export function makeTypeCheck(
  root: string,
  folder: string,
): (file: string, text: string) => Promise<boolean> {
  const checked = new Set<string>();
  const compiles = async (room: string): Promise<boolean> => {
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const info = join(folder, `${room}.tsbuildinfo`);
    // What is left over after a change is no reason to call it refused.
    const unused = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false'];
    const kept = ['--noEmit', '--incremental', '--tsBuildInfoFile', info];
    const words = [compiler, '-p', join(folder, room), ...kept, ...unused];
    const child = spawn(process.execPath, words, { stdio: 'ignore' });
    return (await new Promise((done) => child.on('close', done))) === 0;
  };
  const copy = async (room: string): Promise<void> => {
    rmSync(join(folder, room), { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const left_out = /\/(node_modules|dist|\.cache)(\/|$)/;
    cpSync(join(root, room), join(folder, room), {
      recursive: true,
      filter: (path) => !left_out.test(path.slice(root.length)),
    });
    cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
    rmSync(join(folder, 'node_modules'), { force: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    if (!(await compiles(room))) throw new Error(`${room} does not compile as it stands`);
    checked.add(room);
  };
  return async (file, text) => {
    const room = file.split('/')[0]!;
    if (!checked.has(room)) await copy(room);
    writeFileSync(join(folder, file), text);
    const refused = !(await compiles(room));
    cpSync(join(root, file), join(folder, file));
    return refused;
  };
}

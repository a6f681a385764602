import { spawn } from 'node:child_process';

const bond = new URL('./leave-with-parent.mjs', import.meta.url).href;

/** Starts a Node script that writes to our terminal and never outlives us. */
export function startNode(words, options = {}) {
  return spawn(process.execPath, ['--import', bond, ...words], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    ...options,
  });
}

/**
 * npm hands a signal to a shell, which dies and leaves us alone with it: when our parent is another one all at once,
 * that is a stop too. Only under npm; a shell may leave a command that it was to leave.
 */
function onParentGone(stop) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop(), 500).unref();
}

/**
 * Lives as long as the first of the children: hands on the signals we get, ends the others, and resolves with the
 * exit code of the one that left first (a stop that was asked for is 0).
 */
export async function liveTogether(children) {
  let asked = false;
  const stop = (signal = 'SIGTERM') => {
    asked = true;
    for (const child of children) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  onParentGone(() => asked || stop());
  const ends = children.map((child) => new Promise((done) => child.on('exit', (code) => done(code ?? 1))));
  const code = await Promise.race(ends);
  for (const child of children) child.kill('SIGTERM');
  await Promise.all(ends);
  return asked && code !== 0 && children.length > 1 ? 0 : code;
}

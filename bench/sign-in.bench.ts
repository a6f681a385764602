/**
 * What a sign-in costs beside argon2id. The hash works in threads of the pool and everything else in the main one, so the
 * two are told apart by the processor time of the main thread; sign-ins and bare verifications of the same password go in
 * turns. The request is made in the same thread and counted with the rest.
 */
import { makeApp } from '../server/src/app.ts';
import { hashPassword, isPassword } from '../server/src/features/auth/public.ts';
import { readConfig } from '../server/src/platform/config.ts';
import { makeLog } from '../server/src/platform/log.ts';
import { startBenchDatabase } from './bench-database.ts';
import { sized } from './size.ts';
import { median } from './median.ts';

const TIMES = sized(60, 1);
const ROUNDS = sized(5, 1);
const PASSWORD = 'bench-bench-bench';

const postgres = await startBenchDatabase();
const { folder } = postgres;
try {
  const config = readConfig({ SANDBOX: 'on', DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'silent' });
  const app = await makeApp({ config: { ...config, database_url: postgres.url }, log: makeLog('silent') });
  const password_hash = await hashPassword(PASSWORD);
  const email = 'bench@kelisim.example';
  await app.parts.db.insertInto('users').values({ email, full_name: 'Bench', password_hash }).execute();

  let device = '';
  const signIn = async () => {
    const answer = await app.http.inject({
      method: 'POST',
      url: '/api/v1/auth/login/too',
      payload: { email, password: PASSWORD },
      headers: device ? { cookie: `device=${device}` } : {},
    });
    if (answer.statusCode !== 200) throw new Error(`the sign-in was answered ${answer.statusCode}`);
    device ||= answer.cookies.find(({ name }) => name === 'device')!.value;
  };
  const verify = async () => {
    if (!(await isPassword(password_hash, PASSWORD))) throw new Error('the password was refused');
  };
  const rounds = { outside_ms: [] as number[], argon2id_ms: [] as number[] };
  for (let round = 0; round <= ROUNDS; round++) {
    const bare = await cpuOf(verify);
    const whole = await cpuOf(signIn);
    // The first round warms both up.
    if (round === 0) continue;
    rounds.outside_ms.push(whole.main - bare.main);
    rounds.argon2id_ms.push(bare.all);
  }
  const [outside, argon2id] = [median(rounds.outside_ms), median(rounds.argon2id_ms)];
  const line = {
    bench: 'sign_in',
    argon2id_cpu_ms: Number(argon2id.toFixed(1)),
    outside_cpu_ms: Number(outside.toFixed(1)),
    share_outside_hash: Number((outside / (outside + argon2id)).toFixed(3)),
    target: 0.1,
  };
  console.log(JSON.stringify(line));
  await app.close();
} finally {
  await postgres.stop();
}

/** Milliseconds of processor time each, user and system: of the main thread, and of the whole process. */
async function cpuOf(work: () => Promise<void>): Promise<{ main: number; all: number }> {
  const [main, all] = [process.threadCpuUsage(), process.cpuUsage()];
  for (let i = 0; i < TIMES; i++) await work();
  const each = ({ user, system }: { user: number; system: number }) => (user + system) / 1000 / TIMES;
  return { main: each(process.threadCpuUsage(main)), all: each(process.cpuUsage(all)) };
}

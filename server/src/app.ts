import { hostname } from 'node:os';
import { join } from 'node:path';
import { calls } from '@kelisim/shared/calls.ts';
import type { FastifyInstance } from 'fastify';
import type { SandboxNca } from './adapters/nca/sandbox/sandbox-nca.ts';
import { chooseAdapters, type OtherAdapters } from './choose-adapters.ts';
import { loginKind } from './features/auth/sign-in-by-qr.ts';
import { makeDenials } from './features/security-log/public.ts';
import { isStillIn } from './features/auth/is-still-in.ts';
import { authenticateKey, authenticateKeyToken } from './features/api-keys/authenticate-key.ts';
import { serveOauth } from './features/api-keys/serve-oauth.ts';
import { keyOfHeader, keyTokenOfHeader } from './features/api-keys/key-text.ts';
import { findActor } from './features/auth/find-actor.ts';
import { esfKinds } from './features/esf/esf-kinds.ts';
import { tellBacklogs } from './features/administration/tell-backlogs.ts';
import { makeLiveHub } from './features/live/live-hub.ts';
import { mustBePhoneToken } from './features/qr-signing/show-documents.ts';
import { registrationKind } from './features/registration/registration-kind.ts';
import { ncaLayerDouble } from './features/sandbox/ncalayer/nca-layer-double.ts';
import { phoneKinds } from './features/signing/phone-kinds.ts';
import { listRuns, listWatchers } from './list-jobs.ts';
import { listRoutes } from './list-routes.ts';
import { backupWatchers, type BackupJob } from './platform/backup/backup-watchers.ts';
import { tellBackups } from './platform/backup/tell-backups.ts';
import { makeClockGuard, type ClockGuard } from './platform/clock-guard.ts';
import { systemClock, type Clock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { nameOfProcess } from './platform/db/count-connections.ts';
import { openDatabase, type Database } from './platform/db/database.ts';
import type { Listening } from './platform/db/listen.ts';
import { relayChanges } from './platform/db/relay-changes.ts';
import { journalUploads } from './platform/files/journal-uploads.ts';
import { makeStoreClaim, type StoreClaim } from './platform/files/store-claim.ts';
import { sweepLeftovers } from './platform/files/sweep-files.ts';
import { makeGuard } from './platform/guard.ts';
import { measureLoad } from './platform/metrics/measure-load.ts';
import { poolsStanding } from './platform/db/pools-standing.ts';
import { makeLoadShedding, watchLoop } from './platform/http/shed-load.ts';
import { measureHttp } from './platform/metrics/measure-http.ts';
import { measurePools } from './platform/metrics/measure-pool.ts';
import { measureWatch } from './platform/metrics/measure-watch.ts';
import { openMetrics, type Metrics } from './platform/metrics/metrics.ts';
import { bindVersions } from './platform/http/api-version.ts';
import { callsOf } from './platform/http/calls-of.ts';
import { bindCalls, bindOtherMethods, tempDir } from './platform/http/bind-calls.ts';
import { makeClientAddress } from './platform/http/client-address.ts';
import { makeHttp, unknownAddress } from './platform/http/make-http.ts';
import { makeScanUploads } from './platform/http/scan-uploads.ts';
import { serveSecurity } from './platform/http/serve-security.ts';
import { serveHealth } from './platform/http/health.ts';
import { serveWeb } from './platform/http/serve-web.ts';
import { makeBulk } from './platform/jobs/bulk.ts';
import type { BulkKind } from './platform/jobs/run-kind.ts';
import { hearRuns, wakeWorkers } from './platform/jobs/wake-workers.ts';
import { startWatch, type Watch, type Watcher } from './platform/jobs/watch.ts';
import type { Log } from './platform/log.ts';
import { makeProcessBeat } from './platform/process-beat.ts';
import { readVersion } from './platform/version.ts';
import { openTracing } from './platform/tracing.ts';
import { connectionsOf, turnsOf } from './platform/process-settings.ts';
import { makeTokens } from './platform/tokens.ts';
import type { Parts } from './parts.ts';

export interface App {
  parts: Parts;
  http: FastifyInstance;
  /** Only in the sandbox: its НУЦ issues test keys for the demo data. */
  sandbox_nca: SandboxNca | null;
  /** Says whether the file store is the one this database owns. */
  claim: StoreClaim;
  /** Says whether the clock of this machine agrees with the database's. */
  clocks: ClockGuard;
  /** What goes on without a person's call: by the clock, and in runs. */
  work: { watchers: readonly Watcher[]; runs: readonly BulkKind[] };
  /** Null without `METRICS_PORT`. */
  metrics: Metrics | null;
  /** Begins to look for work that is due. */
  watch(): void;
  /** Says at `/ready` that the process is about to leave; everything else goes on. */
  leave(): void;
  /** Answers what is under way, ends workers and connections. */
  close(): Promise<void>;
}

export interface AppOptions extends OtherAdapters {
  config: Config & { database_url: string };
  log: Log;
  clock?: Clock;
  /** The clock of the machine, which must be the database's; tests put it wrong. */
  system_clock?: Clock;
  /** Throw on an answer that is not what its contract says; tests do. */
  strict_answers?: boolean;
  /** Where backups go and how the database is read for them; without it none are made. */
  backup?: BackupJob | null;
  /** Told each message that no gateway takes. */
  show_message?: (text: string) => void;
}

/** THE LIST: adapters, runs, watchers and routes, put together. Each kind has a file that names all of them. */
export async function makeApp(options: AppOptions): Promise<App> {
  const { config, log, clock = systemClock } = options;
  const metrics = config.process.metrics && (await openMetrics(config.process.metrics));
  const meter = metrics?.meter;
  const measurePool = meter && measurePools(meter);
  const { pools, prepares, role } = config.process;
  const of_process = { host: hostname(), role, version: readVersion() };
  const tracing = config.process.tracing && (await openTracing(config.process.tracing, of_process, log));
  const standing = poolsStanding();
  const openPool = (pool: string, max: number, name?: string) =>
    openDatabase({
      url: config.database_url,
      log,
      max,
      name,
      measure: standing.measure(pool, measurePool?.(pool)),
      prepares,
    });
  const db = openPool('people', pools.people);
  // Neither forty runs nor a watcher keep people, or whoever asks how the process fares, waiting for a connection.
  const work_db = openPool('runs', pools.runs);
  const probe_db = openPool('probes', 2, nameOfProcess(connectionsOf(config.process)));
  const adapters = await chooseAdapters(options, {
    db,
    clock,
    meter,
    ownPorts: () => [
      ...http.addresses().flatMap((at) => (typeof at === 'object' ? [at.port] : [])),
      Number(new URL(config.public_url).port || 80),
    ],
  });
  const { file_store, sandbox_nca } = adapters;
  const claim = makeStoreClaim(db, file_store);
  const clocks = makeClockGuard(probe_db, options.system_clock ?? systemClock, log);
  const journal = openPool('journal', 2);
  const parts: Parts = {
    config,
    log,
    clock,
    db,
    tokens: makeTokens(config, clock),
    guard: makeGuard(db),
    store: journalUploads(file_store, journal, claim),
    ...adapters.ports,
    show_message: options.show_message ?? (() => undefined),
    get bulk() {
      return bulk;
    },
  };
  const behind = behindPeople(parts, work_db);
  const runs = listRuns(behind);
  const bulk = makeBulk(db, runs, log, {
    isPaused: clocks.isWrong,
    work_db,
    wake: role === 'web' ? (run_id) => wakeWorkers(db, run_id) : null,
    limits: turnsOf(config.process),
  });

  const [act_kind, document_kind] = phoneKinds(parts);
  const phone_kinds = [
    act_kind,
    document_kind,
    ...esfKinds(parts, act_kind),
    registrationKind(parts),
    loginKind(parts),
  ];
  const ncalayer = ncaLayerDouble(db);
  const live = makeLiveHub({
    database_url: config.database_url,
    log,
    isStillIn: (session_id, company_id) => isStillIn(db, session_id, company_id),
  });

  let watching: Watch | null = null;
  let hearing: Listening | null = null;
  let endRelay: (() => Promise<void>) | null = null;
  let leaving = false;
  const handlers = listRoutes(parts, { ...adapters, live, ncalayer, act_kind, phone_kinds });
  const denials = makeDenials(parts);
  const backup = options.backup ? backupWatchers({ ...parts, store: file_store }, options.backup) : null;
  /** They look after this process itself, so each one has them. */
  const own_watchers: Watcher[] = [
    { name: 'files.claim', every_ms: 60_000, run: () => claim.renew() },
    { name: 'files.leftovers', every_ms: 3_600_000, run: () => sweepOwnFolders(config.data_dir) },
    { name: 'audit.denied', every_ms: 60_000, run: () => denials.tellMissed() },
  ];
  const beat = makeProcessBeat(probe_db, of_process, { standing: () => watching?.standing() ?? [], clocks });
  /** They go on while the clock is wrong. */
  const clock_watchers: Watcher[] = [
    { name: 'clock.check', every_ms: 5_000, run: () => clocks.check() },
    beat.watcher,
  ];
  const work_watchers = [...(backup?.watchers ?? []), ...listWatchers(behind, { claim, phone_kinds, meter })];

  const loop = watchLoop();
  const load = makeLoadShedding({
    connections: pools.people,
    signs: { poolWaitMs: () => standing.of('people').oldest_wait_ms, loopLagMs: loop.lagMs },
  });
  const http = await makeHttp(log, config, tracing);
  if (metrics) {
    measureHttp(http, metrics.meter);
    measureLoad(metrics.meter, load.refused);
    measureWatch(metrics.meter, { standing: () => watching?.standing() ?? [], clocks });
    tellBacklogs(metrics.meter, probe_db, log);
    tellBackups(metrics.meter, probe_db, log);
  }
  // Streams are answers that never end; the server waits for every answer before it closes.
  http.addHook('preClose', () => live.close());
  serveHealth(http, probe_db, { clocks, isLeaving: () => leaving });
  if (role !== 'worker') {
    const known_calls = callsOf(calls, config);
    bindVersions(http, known_calls);
    const clientAddress = makeClientAddress(config.trusted_proxies, log);
    bindCalls(http, {
      calls: known_calls,
      handlers,
      authenticate: (request) => {
        const { authorization } = request.headers;
        const key = keyOfHeader(authorization);
        if (key !== null) return authenticateKey(parts, key, clientAddress(request.raw));
        const key_token = keyTokenOfHeader(authorization);
        if (key_token !== null) return authenticateKeyToken(parts, key_token, clientAddress(request.raw));
        return findActor(db, parts.tokens, request);
      },
      denied: (denial) => denials.note(denial),
      mayChange: clocks.mustBeRight,
      load,
      clock,
      log,
      temp_dir: tempDir(config.data_dir),
      scanUploads: makeScanUploads(parts.virus_scanner, log),
      admitLarge: (bearer) => mustBePhoneToken(db, bearer),
      clientAddress,
      public_url: config.public_url,
      strict_answers: options.strict_answers ?? false,
    });
    bindOtherMethods(http, known_calls);
    serveOauth(http, parts, clientAddress);
    await serveSecurity(http, { config, clock, log });
    await adapters.serveSandbox(http);
    await serveWeb(http, config);
  }
  unknownAddress(http);

  return {
    parts,
    http,
    sandbox_nca,
    claim,
    clocks,
    metrics,
    work: { watchers: [...clock_watchers, ...own_watchers, ...work_watchers], runs },
    watch() {
      const due = role === 'web' ? own_watchers : [...own_watchers, ...work_watchers];
      watching ??= startWatch(
        [...clock_watchers, ...due.map((one) => whileRight(one, clocks))],
        log,
        tracing,
      );
      endRelay ??= relayChanges({ url: config.database_url, log });
      if (role === 'worker') hearing ??= hearRuns(bulk, { url: config.database_url, log });
    },
    leave() {
      leaving = true;
    },
    async close() {
      loop.stop();
      await http.close();
      await ncalayer.close();
      backup?.stop();
      await Promise.all([hearing?.stop(), endRelay?.()]);
      await watching?.stop();
      // Without a database nobody is told; the row ends by itself.
      await beat
        .leave()
        .catch((error: unknown) => log.warn({ event: 'process.leave', error: String(error) }));
      // A run that waits for pages is not waited for: it is taken up again after the next start.
      await parts.docx_to_pdf?.close();
      await parts.bulk.stop();
      await denials.settle();
      parts.mail?.close();
      if (!options.file_workers)
        await Promise.all(Object.values(adapters.file_workers).map((port) => port.close()));
      await Promise.all([metrics?.close(), tracing?.close()]);
      await Promise.all([db, work_db, probe_db, journal].map((pool) => pool.destroy()));
    },
  };
}

/** What works behind people's backs is handed connections of its own, and everything else as it is. */
function behindPeople(parts: Parts, db: Database): Parts {
  // Not read before it is asked for: `bulk` is made of what is handed out here.
  const same = (Object.keys(parts) as (keyof Parts)[]).map(
    (key) => [key, { get: () => parts[key], enumerable: true }] as const,
  );
  const own = { ...Object.fromEntries(same), db: { value: db, enumerable: true } };
  return Object.create(Object.prototype, own) as Parts;
}

/** With a wrong clock nothing is done by itself. */
function whileRight(watcher: Watcher, clocks: ClockGuard): Watcher {
  return { ...watcher, run: async () => (clocks.isWrong() ? undefined : watcher.run()) };
}

const sweepOwnFolders = (data_dir: string) =>
  sweepLeftovers([join(data_dir, 'files'), tempDir(data_dir)], new Date());

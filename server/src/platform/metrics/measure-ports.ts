import type { Meter } from '@opentelemetry/api';
import { FileMissing, type FileStore } from '../../adapters/file-store/file-store.ts';
import type { Nca } from '../../adapters/nca/nca.ts';

const SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Measures what is asked of the services of НУЦ РК, and tells when its certificates end. */
export function measureNca(nca: Nca, meter: Meter, now: () => Date): Nca {
  const duration = meter.createHistogram('kelisim.nca.request.duration', {
    unit: 's',
    description: 'As callers see it: kept answers count too',
    advice: { explicitBucketBoundaries: SECONDS },
  });
  const { roots, intermediates } = nca.trust;
  const ends = [...roots, ...intermediates]
    .map(({ subject, not_after }) => ({ certificate: subject.common_name ?? '', not_after }))
    // Of several with one name the last one observed counts, so the first to end is told last.
    .toSorted((one, other) => Number(other.not_after) - Number(one.not_after));
  meter
    .createObservableGauge('kelisim.nca.certificate.days_left', {
      description: 'Until a root or intermediate certificate of НУЦ РК ends',
    })
    .addCallback((result) => {
      for (const { certificate, not_after } of ends)
        result.observe((Number(not_after) - Number(now())) / 86_400_000, { certificate });
    });
  const timed = async <T>(service: string, ask: () => Promise<T>, outcomeOf: (answer: T) => string) => {
    const began = performance.now();
    const answer = await ask();
    duration.record((performance.now() - began) / 1000, { service, outcome: outcomeOf(answer) });
    return answer;
  };
  return {
    ...nca,
    revocation: {
      check: (input) =>
        timed(
          'revocation',
          () => nca.revocation.check(input),
          (answer) => ((typeof answer === 'string' ? answer : answer.status) === 'unknown' ? 'error' : 'ok'),
        ),
    },
    timestamps: {
      stamp: (data) =>
        timed(
          'timestamp',
          () => nca.timestamps.stamp(data),
          ({ status }) => status,
        ),
    },
  };
}

/** Measures the store of files. A missing file is an error as well: its bytes are lost. */
export function measureStore(store: FileStore, meter: Meter): FileStore {
  const duration = meter.createHistogram('kelisim.store.operation.duration', {
    unit: 's',
    advice: { explicitBucketBoundaries: SECONDS },
  });
  const timed = async <T>(operation: string, work: Promise<T>): Promise<T> => {
    const began = performance.now();
    let outcome = 'ok';
    try {
      return await work;
    } catch (error) {
      outcome = error instanceof FileMissing ? 'missing' : 'error';
      throw error;
    } finally {
      duration.record((performance.now() - began) / 1000, { operation, outcome });
    }
  };
  return {
    ...store,
    put: (key, bytes) => timed('put', store.put(key, bytes)),
    get: (key) => timed('get', store.get(key)),
    delete: (key) => timed('delete', store.delete(key)),
  };
}

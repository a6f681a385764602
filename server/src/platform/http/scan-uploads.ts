import { Problem } from '@kelisim/shared/kernel/problem.ts';
import {
  ScannerAway,
  type ScanVerdict,
  type VirusScanner,
} from '../../adapters/virus-scanner/virus-scanner.ts';
import type { Log } from '../log.ts';
import type { Upload } from './uploads.ts';

/** A scanner that restarts loads its signatures for about that long. */
const RETRY_S = 30;

/**
 * Passes every file of a call through the virus scanner, whatever the call does with it; without a scanner it does
 * nothing. No file goes on without a verdict.
 * @throws {Problem} that names the file, or says that nothing can be scanned now
 */
export function makeScanUploads(scanner: VirusScanner | null, log: Log) {
  return async (call: string, files: Record<string, Upload>): Promise<void> => {
    if (!scanner) return;
    for (const [field, file] of Object.entries(files)) {
      const verdict = await verdictOn(scanner, file, { call, field }, log);
      if (verdict.status === 'clean') continue;
      const sha256 = file.sha256.toString('hex');
      log.warn({ event: 'upload.refused_by_scanner', call, field, size: file.size, sha256, ...verdict });
      if (verdict.status === 'too_large') throw new Problem('too_large', { field });
      throw new Problem('file.infected', { field, values: { name: file.name, threat: verdict.threat } });
    }
  };
}

async function verdictOn(
  scanner: VirusScanner,
  file: Upload,
  { call, field }: { call: string; field: string },
  log: Log,
): Promise<ScanVerdict> {
  try {
    return await scanner.scan(await file.read());
  } catch (error) {
    if (!(error instanceof ScannerAway)) throw error;
    log.error({ event: 'scanner.away', call, reason: error.message });
    throw new Problem('scanner.away', { field, retry_after_s: RETRY_S });
  }
}

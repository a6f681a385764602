import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Download, Locator } from '@playwright/test';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Signatures judged outside of the product: by its command line and, for RSA, by openssl. */
export interface Judge {
  /** Exit code of `npm run -s eds -- verify`: 0 is valid. */
  kelisim(file: string, cms: string): number;
  /** What openssl says of an RSA signature; null where there is no openssl. */
  openssl(file: string, cms: string): { status: number | null; said: string } | null;
}

/** `dataDir` is that of the running product, whose sandbox НУЦ is trusted here. */
export function makeJudge(dataDir: string): Judge {
  const trust = join(dataDir, 'sandbox-nca');
  const authorities = readdirSync(trust)
    .filter((name) => name.endsWith('-rsa.cer'))
    .map((name) => new X509Certificate(readFileSync(join(trust, name))).toString());
  const bundle = join(mkdtempSync(join(tmpdir(), 'kelisim-judge-')), 'authorities.pem');
  writeFileSync(bundle, authorities.join(''));
  return {
    kelisim(file, cms) {
      const words = ['run', '-s', 'eds', '--', 'verify', '--file', file, '--cms', cms, '--trust', trust];
      return spawnSync('npm', words, { cwd: root, encoding: 'utf8' }).status ?? -1;
    },
    openssl(file, cms) {
      if (spawnSync('openssl', ['version']).error) return null;
      const words = ['cms', '-verify', '-binary', '-inform', 'DER', '-content', file, '-in', cms];
      const { status, stderr } = spawnSync('openssl', [...words, '-CAfile', bundle, '-out', '/dev/null'], {
        encoding: 'utf8',
      });
      return { status, said: stderr };
    },
  };
}

/** Presses a button that downloads a file, and gives the path it was saved under. */
export async function download(button: Locator): Promise<string> {
  const [file] = await Promise.all([button.page().waitForEvent('download'), button.click()]);
  return await savedAt(file);
}

async function savedAt(file: Download): Promise<string> {
  const path = join(mkdtempSync(join(tmpdir(), 'kelisim-download-')), file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { httpOverFetch } from '@kelisim/eds/http/http.ts';
import { createRevocationClient } from '@kelisim/eds/revocation/client.ts';
import type { RevocationPort } from '@kelisim/eds/revocation/port.ts';
import type { CmsVerdict, SignerVerdict } from '@kelisim/eds/cms/verdict.ts';
import { verifyCms } from '@kelisim/eds/cms/verify.ts';
import { buildTrustFromFiles, DENIED_FILE, PINS_FILE } from '@kelisim/eds/x509/trust-files.ts';
import type { TrustStore } from '@kelisim/eds/x509/trust.ts';
import { nodePrimitives } from '../platform/node-primitives.ts';

const HELP = `Checks an electronic digital signature (ЭЦП) of Kazakhstan.

  npm run -s eds -- verify --file F --cms C [--trust DIR] [--at TIME] [--online]

  --file F     the document that was signed
  --cms C      its signature: CMS as DER, BER, PEM or base64, detached or attached
  --trust DIR  certificates of authorities (.cer, .crt, .pem; DER or PEM). A root is believed when it is one of the
               roots of НУЦ РК pinned in this program, or when its SHA-256 stands in the file ${PINS_FILE} of that
               folder: so a sandbox or the test contour is trusted. Its file ${DENIED_FILE} names certificates that
               count for nothing from a day on. Without it the folder named by TRUST_DIR.
  --at TIME    the moment of the check, 2026-11-20 or 2026-11-20T12:00:00+05:00; now, when left out. A good time
               stamp goes before it: what ended or was revoked later takes nothing away.
  --online     asks whether the signer's certificate was revoked: OCSP first, then the lists of revoked
               certificates, at the addresses that stand in the certificate

A signature that does not name its certificate, as NCANode makes them, is taken when only one can be meant; "remarks"
says so then. Prints JSON. Exit code: 0 valid, 1 invalid, 2 indeterminate, 64 wrong usage.
`;

const EXIT_CODE = { valid: 0, invalid: 1, indeterminate: 2 } as const;
const WRONG_USAGE = 64;

class UsageError extends Error {}

interface Arguments {
  file: string;
  cms: string;
  trust?: string;
  at?: Date;
  online: boolean;
}

function readArguments(args: string[]): Arguments | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      file: { type: 'string' },
      cms: { type: 'string' },
      trust: { type: 'string' },
      at: { type: 'string' },
      online: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) return 'help';
  if (positionals.length !== 1 || positionals[0] !== 'verify')
    throw new UsageError('The only command is verify');
  if (values.file === undefined || values.cms === undefined)
    throw new UsageError('Both --file and --cms are needed');
  const trust = values.trust ?? process.env['TRUST_DIR'];
  return {
    file: values.file,
    cms: values.cms,
    online: values.online === true,
    ...(trust !== undefined && trust !== '' && { trust }),
    ...(values.at !== undefined && { at: readTime(values.at) }),
  };
}

function readTime(text: string): Date {
  const time = new Date(text);
  const shape = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/;
  if (!shape.test(text) || Number.isNaN(time.getTime()))
    throw new UsageError(`Not a time with its zone: ${text}`);
  return time;
}

async function read(path: string): Promise<Uint8Array> {
  try {
    return new Uint8Array(await readFile(path));
  } catch {
    throw new UsageError(`Cannot read ${path}`);
  }
}

async function readTrust(folder: string | undefined): Promise<TrustStore> {
  const files: { name: string; bytes: Uint8Array }[] = [];
  if (folder !== undefined) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
      throw new UsageError(`Cannot read the folder ${folder}`);
    });
    for (const entry of entries) {
      if (entry.isFile()) files.push({ name: entry.name, bytes: await read(join(folder, entry.name)) });
    }
  }
  return buildTrustFromFiles({ files, primitives: nodePrimitives });
}

function onlineRevocation(): RevocationPort {
  const http = httpOverFetch({ fetch, timeoutSignal: (ms) => AbortSignal.timeout(ms) });
  return createRevocationClient({ http, primitives: nodePrimitives, now: () => new Date() });
}

function signerView(signer: SignerVerdict): unknown {
  const { certificate, revocation_answer: answer, ...rest } = signer;
  return {
    ...rest,
    revoked_at: answer?.revoked_at,
    invalid_since: answer?.invalid_since,
    revocation_source: answer?.source,
    revocation_failure: answer?.failure,
    surname: certificate?.subject.surname,
    patronymic: certificate?.subject.given_name,
    organization: certificate?.subject.organization,
    certificate:
      certificate === undefined
        ? undefined
        : {
            serial: certificate.serial,
            subject: certificate.subject.dn,
            issuer: certificate.issuer.dn,
            not_before: certificate.not_before,
            not_after: certificate.not_after,
          },
  };
}

function print(verdict: CmsVerdict, trust: TrustStore): void {
  const view = {
    status: verdict.status,
    reason: verdict.reason,
    signers: verdict.signers.map(signerView),
    trust: { roots: trust.roots.length, intermediates: trust.intermediates.length, refused: trust.refused },
  };
  process.stdout.write(`${JSON.stringify(view, null, 2)}\n`);
}

async function main(): Promise<number> {
  let input: ReturnType<typeof readArguments>;
  try {
    input = readArguments(process.argv.slice(2));
  } catch (error) {
    // Node's own words on an unknown option are as good as ours.
    throw new UsageError(error instanceof Error ? error.message : '');
  }
  if (input === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  const [content, cms, trust] = await Promise.all([
    read(input.file),
    read(input.cms),
    readTrust(input.trust),
  ]);
  const at = input.at ?? new Date();
  const verdict = await verifyCms({
    cms,
    content,
    trust,
    at,
    primitives: nodePrimitives,
    allow_unbound: true,
    ...(input.online && { revocation: onlineRevocation() }),
  });
  print(verdict, trust);
  return EXIT_CODE[verdict.status];
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`${error.message}\n\n${HELP}`);
  process.exitCode = WRONG_USAGE;
}

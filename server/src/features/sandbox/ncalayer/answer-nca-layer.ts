import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import type { OpenedKey } from '@kelisim/eds/pkcs12/open.ts';
import { signBare } from '@kelisim/eds/x509/sign-bare.ts';
import { signXml } from '@kelisim/eds/xmldsig/sign.ts';
import { z } from 'zod';
import { nodePrimitives } from '../../../platform/node-primitives.ts';

/** The calls that the product makes; others are answered with the error of NCALayer. CMS by the module basics: */
const signing = z.object({
  module: z.literal('kz.gov.pki.knca.basics'),
  method: z.literal('sign'),
  args: z.object({
    format: z.literal('cms'),
    data: z.union([z.string(), z.array(z.string())]),
    signingParams: z.object({
      decode: z.literal(true),
      encapsulate: z.boolean(),
      digested: z.boolean(),
    }),
    signerParams: z.object({
      extKeyUsageOids: z.array(z.string()),
      iin: z.string().optional(),
      bin: z.string().optional(),
    }),
  }),
});

/** XML by the module basics, the tokens of the old module, and the bare value of the module that ИС ЭСФ adds. */
const signingXml = z.object({
  module: z.literal('kz.gov.pki.knca.basics'),
  method: z.literal('sign'),
  args: z.object({
    format: z.literal('xml'),
    data: z.union([z.string(), z.array(z.string())]),
    signerParams: signing.shape.args.shape.signerParams,
  }),
});
const askingTokens = z.object({ method: z.literal('getActiveTokens') });
const signingBare = z.object({
  module: z.literal('com.osdkz.esf.signer.esfSigner'),
  method: z.literal('signPlainData'),
  storageName: z.literal('PKCS12'),
  data: z.string(),
});

/** The answers as they were recorded: a closed window has no result, an error names itself twice. */
export const CANCELLED = { body: {}, status: true };
export const FAILED = {
  code: 'INVOCATION_ERROR',
  details: 'java.io.IOException: the key store is not available',
  message: 'An invoked method threw an exception.',
  status: false,
};

/** Nobody has installed the module that was asked for. */
export const NO_MODULE = { success: false, errorCode: 'MODULE_NOT_FOUND' };
/** The old modules say a closed window in their own way. */
const CANCELLED_OLD = { code: '500', message: 'action.canceled', responseObject: {} };

/**
 * What NCALayer says to a message, by the keys that lie before its owner. Of those that the filter admits it takes the
 * first; with none of them there is nothing to choose in the window but to close it.
 */
export async function answerNcaLayer(message: string, keys: readonly OpenedKey[]): Promise<object> {
  const said = readJson(message);
  if (askingTokens.safeParse(said).success) return { code: '200', responseObject: [] };
  const bare = signingBare.safeParse(said);
  if (bare.success) return answerBare(bare.data.data, keys[0]);
  const xml = signingXml.safeParse(said);
  const asked = xml.success ? xml : signing.safeParse(said);
  if (!asked.success) return FAILED;
  const { data, signerParams } = asked.data.args;
  const chosen = keys.find(({ certificate }) => {
    const { subject, extended_key_usage: usage } = certificate;
    const fits = (wanted: string | undefined, own: string | undefined) => !wanted || wanted === own;
    const able = signerParams.extKeyUsageOids.every((oid) => usage.includes(oid));
    return able && fits(signerParams.iin, subject.iin) && fits(signerParams.bin, subject.bin);
  });
  if (!chosen) return CANCELLED;
  try {
    const result: string[] = [];
    for (const one of [data].flat())
      result.push(
        asked.data.args.format === 'xml'
          ? await signXml({ xml: one, ...chosen, primitives: nodePrimitives })
          : await signOne(one, asked.data.args.signingParams, chosen),
      );
    return { body: { result }, status: true };
  } catch {
    // A hash of the wrong length for the key, most of all.
    return FAILED;
  }
}

async function signOne(
  data: string,
  { digested, encapsulate }: z.output<typeof signing>['args']['signingParams'],
  { key, certificate }: OpenedKey,
): Promise<string> {
  const bytes = Buffer.from(data, 'base64');
  const hash = key.algorithm === 'rsa' ? { sha256: bytes } : { streebog512: bytes };
  const cms = await signCms({
    ...(digested ? { digest: hash } : { content: bytes }),
    attached: encapsulate,
    key,
    certificate,
    signing_time: new Date(),
    primitives: nodePrimitives,
  });
  return toPem('CMS', cms).replaceAll('\n', '\r\n');
}

async function answerBare(text: string, chosen: OpenedKey | undefined): Promise<object> {
  if (!chosen) return CANCELLED_OLD;
  const { signature } = await signBare({ text, ...chosen, primitives: nodePrimitives });
  const pem = toPem('CERTIFICATE', chosen.certificate.der);
  return { code: '200', message: null, responseObject: { signature, pem, keyInfo: {} } };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { toPem } from '@kelisim/eds/asn1/armour.ts';
import { signCms } from '@kelisim/eds/cms/sign.ts';
import type { OpenedKey } from '@kelisim/eds/pkcs12/open.ts';
import { z } from 'zod';
import { nodePrimitives } from '../../../platform/node-primitives.ts';

/** A call of `sign` in the module basics, as far as CMS go; others are answered with the error of NCALayer. */
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

/** The answers as they were recorded: a closed window has no result, an error names itself twice. */
export const CANCELLED = { body: {}, status: true };
export const FAILED = {
  code: 'INVOCATION_ERROR',
  details: 'java.io.IOException: the key store is not available',
  message: 'An invoked method threw an exception.',
  status: false,
};

/**
 * What NCALayer says to a message, by the keys that lie before its owner. Of those that the filter admits it takes the
 * first; with none of them there is nothing to choose in the window but to close it.
 */
export async function answerNcaLayer(message: string, keys: readonly OpenedKey[]): Promise<object> {
  const asked = signing.safeParse(readJson(message));
  if (!asked.success) return FAILED;
  const { data, signingParams, signerParams } = asked.data.args;
  const chosen = keys.find(({ certificate }) => {
    const { subject, extended_key_usage: usage } = certificate;
    const fits = (wanted: string | undefined, own: string | undefined) => !wanted || wanted === own;
    const able = signerParams.extKeyUsageOids.every((oid) => usage.includes(oid));
    return able && fits(signerParams.iin, subject.iin) && fits(signerParams.bin, subject.bin);
  });
  if (!chosen) return CANCELLED;
  try {
    const result: string[] = [];
    for (const one of [data].flat()) {
      const bytes = Buffer.from(one, 'base64');
      const hash = chosen.key.algorithm === 'rsa' ? { sha256: bytes } : { streebog512: bytes };
      const cms = await signCms({
        ...(signingParams.digested ? { digest: hash } : { content: bytes }),
        attached: signingParams.encapsulate,
        key: chosen.key,
        certificate: chosen.certificate,
        signing_time: new Date(),
        primitives: nodePrimitives,
      });
      result.push(toPem('CMS', cms).replaceAll('\n', '\r\n'));
    }
    return { body: { result }, status: true };
  } catch {
    // A hash of the wrong length for the key, most of all.
    return FAILED;
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  type S3Client,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../../../platform/config.ts';
import { makeS3Client, type S3Patience } from '../../../platform/s3-client.ts';
import { assertFileKey, FileMissing, KeyTaken, LABEL, StoreAway, type FileStore } from '../file-store.ts';

/** Nobody waits longer for one question, and it is put twice at most (trust.md F9: an answer within five seconds). */
const PATIENCE = { connect_ms: 3_000, answer_ms: 2_000, tries: 2 };
/** So many questions without an answer in a row, and everybody is told so at once for a while. */
const FAILURES = 3;
const REST_MS = 5_000;

/**
 * Files in a bucket of anything that speaks S3. An object appears whole or not at all, so it needs no temporary name;
 * it is written under the condition that there is none, and read back before anybody hears of it.
 */
export function s3FileStore(
  settings: S3Settings,
  patience: S3Patience = PATIENCE,
): FileStore & { close(): void } {
  const client = makeS3Client(settings, patience);
  const Bucket = settings.bucket;
  const ask = withRest();
  const bytesOf = async (Key: string): Promise<Uint8Array> => {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return Body!.transformToByteArray();
  };

  return {
    async check() {
      await client.send(new HeadBucketCommand({ Bucket })).catch((cause: Error) => {
        throw new StoreAway(
          `The bucket "${Bucket}" at ${settings.endpoint} does not answer as it should (${cause.name}). Check S3_ENDPOINT, S3_REGION, S3_BUCKET, the key and S3_PATH_STYLE.`,
          { cause },
        );
      });
    },

    async put(key, bytes) {
      assertFileKey(key);
      await ask(async () => {
        // Older servers take no heed of the condition below.
        if (await isThere(client, Bucket, key)) throw new KeyTaken(key);
        const put = { Bucket, Key: key, Body: bytes, ContentLength: bytes.length, IfNoneMatch: '*' };
        try {
          await client.send(new PutObjectCommand(put));
        } catch (error) {
          // The first of two tries may have been taken without our hearing of it.
          if (statusOf(error) !== 412) throw error;
        }
        const back = await bytesOf(key).catch((error: unknown) => {
          if (statusOf(error) === 404) throw new StoreAway('A file is not there although it was taken');
          throw error;
        });
        if (sha256(back).equals(sha256(bytes))) return;
        await client.send(new DeleteObjectCommand({ Bucket, Key: key }));
        throw new StoreAway('A file read back differs from what was written');
      });
    },

    async get(key) {
      assertFileKey(key);
      return ask(() => bytesOf(key));
    },

    async delete(key) {
      assertFileKey(key);
      await ask(() => client.send(new DeleteObjectCommand({ Bucket, Key: key })));
    },

    async readLabel() {
      return ask(async () => Buffer.from(await bytesOf(LABEL)).toString()).catch((error: unknown) => {
        if (error instanceof FileMissing) return null;
        throw error;
      });
    },

    async writeLabel(text) {
      const Body = Buffer.from(text);
      await ask(() => client.send(new PutObjectCommand({ Bucket, Key: LABEL, Body })));
    },

    close: () => client.destroy(),
  };
}

async function isThere(client: S3Client, Bucket: string, Key: string): Promise<boolean> {
  try {
    await client.send(new HeadObjectCommand({ Bucket, Key }));
    return true;
  } catch (error) {
    if (statusOf(error) === 404) return false;
    throw error;
  }
}

/** Turns what S3 says into the errors of the port, and rests after some questions without an answer. */
function withRest(): <T>(question: () => Promise<T>) => Promise<T> {
  let failures = 0;
  let rests_until = 0;
  return async (question) => {
    if (failures >= FAILURES && Date.now() < rests_until)
      throw new StoreAway('The S3 has not answered just now');
    try {
      const answer = await question();
      failures = 0;
      return answer;
    } catch (error) {
      if (statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket') {
        failures = 0;
        throw new FileMissing('there is no such object', { cause: error });
      }
      if (error instanceof KeyTaken) throw error;
      failures++;
      rests_until = Date.now() + REST_MS;
      throw error instanceof StoreAway ? error : new StoreAway('The S3 does not answer', { cause: error });
    }
  };
}

function statusOf(error: unknown): number | undefined {
  return (error as Partial<S3ServiceException>).$metadata?.httpStatusCode;
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash('sha256').update(bytes).digest();
}

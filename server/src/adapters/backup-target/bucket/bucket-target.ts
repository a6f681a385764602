import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3ServiceException,
} from '@aws-sdk/client-s3';
import type { S3Settings } from '../../../platform/config.ts';
import { makeS3Client } from '../../../platform/s3-client.ts';
import { assertBackupName, TargetAway, type BackupTarget } from '../backup-target.ts';

/** A part of a backup has some megabytes, and nobody waits for it at a screen. */
const PATIENCE = { connect_ms: 5_000, answer_ms: 120_000, tries: 5 };

/** Backups in a bucket of anything that speaks S3, below a folder of it. */
export function bucketTarget(settings: S3Settings, prefix: string): BackupTarget {
  const client = makeS3Client(settings, PATIENCE);
  const Bucket = settings.bucket;
  const place = `s3://${Bucket}${prefix && `/${prefix}`}`;
  const below = prefix && `${prefix}/`;
  const keyOf = (name: string) => {
    assertBackupName(name);
    return `${below}${name}`;
  };
  const ask = async <T>(question: () => Promise<T>): Promise<T> => {
    try {
      return await question();
    } catch (error) {
      throw new TargetAway(
        `The place of backups ${place} at ${settings.endpoint} does not answer as it should (${(error as Error).name}). Check the settings BACKUP_S3_….`,
        { cause: error },
      );
    }
  };
  return {
    place,
    async check() {
      await ask(() => client.send(new HeadBucketCommand({ Bucket })));
    },
    async put(name, bytes) {
      const Key = keyOf(name);
      await ask(() =>
        client.send(new PutObjectCommand({ Bucket, Key, Body: bytes, ContentLength: bytes.length })),
      );
    },
    async get(name) {
      const Key = keyOf(name);
      return ask(async () => {
        const answer = await client.send(new GetObjectCommand({ Bucket, Key })).catch((error: unknown) => {
          const gone = (error as Partial<S3ServiceException>).$metadata?.httpStatusCode === 404;
          if (gone && (error as Error).name !== 'NoSuchBucket') return null;
          throw error;
        });
        return answer?.Body ? Buffer.from(await answer.Body.transformToByteArray()) : null;
      });
    },
    async list(folder) {
      const names: string[] = [];
      let after: string | undefined;
      do {
        const page = await ask(() =>
          client.send(
            new ListObjectsV2Command({ Bucket, Prefix: `${below}${folder}`, ContinuationToken: after }),
          ),
        );
        for (const { Key } of page.Contents ?? []) if (Key) names.push(Key.slice(below.length));
        after = page.IsTruncated ? page.NextContinuationToken : undefined;
      } while (after);
      return names.sort();
    },
    async delete(name) {
      const Key = keyOf(name);
      await ask(() => client.send(new DeleteObjectCommand({ Bucket, Key })));
    },
  };
}

import { S3Client } from '@aws-sdk/client-s3';
import type { S3Settings } from './config.ts';

/** Milliseconds to connect and to be answered, and how often a question is put. */
export interface S3Patience {
  connect_ms: number;
  answer_ms: number;
  tries: number;
}

/** A client of anything that speaks S3. */
export function makeS3Client(settings: S3Settings, { connect_ms, answer_ms, tries }: S3Patience): S3Client {
  return new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: settings.path_style,
    credentials: { accessKeyId: settings.access_key_id, secretAccessKey: settings.secret_access_key },
    maxAttempts: tries,
    requestHandler: { connectionTimeout: connect_ms, requestTimeout: answer_ms, throwOnRequestTimeout: true },
    // Checksums beyond the signature are not known to every S3; what was stored is read back, or has one of its own.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

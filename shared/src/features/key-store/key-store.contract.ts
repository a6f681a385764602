import { z } from 'zod';
import { userCall } from '../../kernel/call.ts';
import { base64, id, moment } from '../../kernel/fields.ts';

export const keyStoreCalls = {
  'key_store.load': userCall('POST /api/v1/auth/store/load', {
    summary: 'Store the user’s PKCS#12; its password is neither asked for nor sent',
    body: z.strictObject({}),
    files: { file: { required: true, max_bytes: 100_000, kinds: ['pkcs12'] } },
    answer: z.object({ file_name: z.string(), created_at: moment }),
    fresh_proof: true,
  }),
  'key_store.get': userCall('GET /api/v1/auth/store/{user_id}', {
    summary: 'Get the user’s stored PKCS#12; others get 404',
    params: z.strictObject({ user_id: id }),
    answer: z.object({ file_name: z.string(), created_at: moment, pkcs12: base64 }),
  }),
  'key_store.delete': userCall('DELETE /api/v1/auth/store/{user_id}', {
    summary: 'Delete the stored key; idempotent',
    params: z.strictObject({ user_id: id }),
    answer: z.object({ message: z.string() }),
  }),
};

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { seedReference } from '../seeds/reference.ts';
import type { App } from '../src/app.ts';
import { callFunctions } from '../test/calls.ts';
import type { TestApp } from '../test/make-app.ts';
import { authoritiesFolder } from '../test/signing-keys.ts';

/** The attacked product as tests know it, with the lists that every company needs. */
export async function testAppOf(plain: App): Promise<TestApp> {
  const { db, config } = plain.parts;
  await seedReference(db);
  return {
    ...plain,
    ...callFunctions(plain.http),
    database_url: config.database_url,
    owner: db,
    data_dir: config.data_dir,
    listen: () => plain.http.listen({ port: 0, host: '127.0.0.1' }),
  };
}

/** Puts the authorities into the product's folder whose certificates tests hand out. */
export async function furnishAuthorities(folder: string): Promise<void> {
  cpSync(await authoritiesFolder(), join(folder, 'sandbox-nca'), {
    recursive: true,
    filter: (path) => !path.endsWith('pairs'),
  });
}

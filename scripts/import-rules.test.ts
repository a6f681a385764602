import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findImportFaults } from './import-rules.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'kelisim-imports-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function faultsOf(files: Record<string, string>): string[] {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return findImportFaults(root);
}

const clean = {
  'shared/src/kernel/money.ts': "import { z } from 'zod'; export const money = z;",
  'shared/src/features/acts/acts.contract.ts':
    "import { money } from '../../kernel/money.ts'; export const acts = money;",
  'eds/src/gost/sign.ts': 'export const sign = 1;',
  'server/src/app.ts':
    "import './features/acts/send-act.ts'; import './adapters/banks/bcc/api.ts'; import { main } from './main.ts'; main;",
  'server/src/main.ts': "import 'node:process'; export const main = 1;",
  'server/src/platform/clock.ts': 'export type Clock = () => Date;',
  'server/src/adapters/banks/banks.ts':
    "import type { Clock } from '../../platform/clock.ts'; export type Bank = Clock;",
  'server/src/adapters/banks/bcc/api.ts':
    "import type { Bank } from '../banks.ts'; import './map.ts'; export type B = Bank;",
  'server/src/adapters/banks/bcc/map.ts': 'export const map = 1;',
  'server/src/features/acts/send-act.ts':
    "import { sign } from '../signing/public.ts'; import type { Bank } from '../../adapters/banks/banks.ts';" +
    "import { acts } from '@kelisim/shared/features/acts/acts.contract.ts'; import './acts.queries.ts'; export { sign, acts }; export type B = Bank;",
  'server/src/features/acts/acts.queries.ts': 'export const findAct = 1;',
  'server/src/features/acts/send-act.test.ts':
    "import 'vitest'; import './send-act.ts'; import '../../adapters/banks/bcc/api.ts'; import '../../../test/database.ts'; import '../../../../eds/test/sandbox.ts';",
  'eds/test/sandbox.ts': "import 'node:fs';",
  'server/src/features/signing/public.ts':
    "import { sign } from '@kelisim/eds/gost/sign.ts'; export { sign };",
  'server/test/database.ts': "import '../src/app.ts';",
  'web/src/app/router.tsx': "export const page = () => import('../features/acts/acts-page.tsx');",
  'web/src/features/acts/acts-page.tsx':
    "import './acts.module.css'; import '../../ui/money.tsx'; import '../../platform/api.ts';",
  'web/src/ui/money.tsx': "import '../platform/formats.ts';",
  'web/src/platform/api.ts':
    "import '@kelisim/shared/kernel/money.ts'; import type { acts } from '@kelisim/shared/features/acts/acts.contract.ts'; export type { acts };",
  'web/src/platform/formats.ts': 'export {};',
};

test('a tree in order has no faults', () => {
  expect(faultsOf(clean)).toEqual([]);
});

test.each([
  [
    'web the door of a feature of the server',
    'web/src/features/acts/x.ts',
    "import '../../../../server/src/features/signing/public.ts';",
  ],
  [
    'a feature another feature past its door',
    'server/src/features/acts/x.ts',
    "import '../signing/sign-file.ts';",
  ],
  [
    'a feature the vendor behind a port',
    'server/src/features/acts/x.ts',
    "import '../../adapters/banks/bcc/api.ts';",
  ],
  [
    'a type counts as well',
    'server/src/features/acts/x.ts',
    "import type { B } from '../../adapters/banks/bcc/api.ts';",
  ],
  ['a port its vendor', 'server/src/adapters/banks/banks.ts', "export * from './bcc/map.ts';"],
  [
    'one adapter the inside of another',
    'server/src/adapters/sms/smsc/api.ts',
    "import '../../banks/bcc/map.ts';",
  ],
  ['machinery a feature', 'server/src/platform/x.ts', "import '../features/acts/acts.queries.ts';"],
  ['a feature the list of all', 'server/src/features/acts/x.ts', "import '../../app.ts';"],
  ['server web', 'server/src/app2.ts', "import '../../web/src/platform/formats.ts';"],
  ['web server', 'web/src/app/x.ts', "import '../../../server/src/platform/clock.ts';"],
  [
    'web server, when it is needed',
    'web/src/app/x.ts',
    "export const x = () => import('../../../server/src/main.ts');",
  ],
  ['a web test server', 'web/src/app/x.test.ts', "import '../../../server/src/main.ts';"],
  ['a web test the tests of server', 'web/src/app/x.test.ts', "import '../../../server/test/database.ts';"],
  ['web Node', 'web/src/platform/x.ts', "import { join } from 'node:path'; join;"],
  [
    'web a value of a contract',
    'web/src/features/acts/x.ts',
    "import { acts } from '@kelisim/shared/features/acts/acts.contract.ts'; acts;",
  ],
  ['web/ui the API', 'web/src/ui/x.tsx', "import '../platform/api.ts';"],
  ['web/ui a feature', 'web/src/ui/x.tsx', "import '../features/acts/acts-page.tsx';"],
  ['a web feature the frame around it', 'web/src/features/acts/x.tsx', "import '../../app/router.tsx';"],
  ['shared Node', 'shared/src/kernel/x.ts', "import 'node:crypto';"],
  ['shared a package besides zod', 'shared/src/features/acts/x.ts', "import 'kysely';"],
  ['shared eds', 'shared/src/kernel/x.ts', "import '@kelisim/eds/gost/sign.ts';"],
  [
    'the kernel a feature',
    'shared/src/kernel/x.ts',
    "import type { A } from '../features/acts/acts.contract.ts';",
  ],
  ['eds shared', 'eds/src/x.ts', "import '@kelisim/shared/kernel/money.ts';"],
  ['eds Node', 'eds/src/x.ts', "import 'node:crypto';"],
  ['eds zod', 'eds/src/x.ts', "import 'zod';"],
  ['the product its tests', 'server/src/features/acts/x.ts', "import '../../../test/database.ts';"],
])('%s: refused', (_, file, text) => {
  const faults = faultsOf({ ...clean, [file]: text });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(`${file} may not import `);
});

test('a circle of files is refused and shown', () => {
  const faults = faultsOf({
    'server/src/platform/a.ts': "import './b.ts';",
    'server/src/platform/b.ts': "export * from './c.ts';",
    'server/src/platform/c.ts': "import type { A } from './a.ts'; export type C = A;",
  });
  expect(faults).toEqual([
    'circle of files: server/src/platform/a.ts → server/src/platform/b.ts → server/src/platform/c.ts → server/src/platform/a.ts',
  ]);
});

test('within a feature a circle is refused as well, even one of types alone', () => {
  const feature = 'server/src/features/acts';
  expect(
    faultsOf({
      [`${feature}/a.ts`]: "import { b } from './b.ts'; export const a = b; export type A = number;",
      [`${feature}/b.ts`]: "import type { A } from './a.ts'; export const b = 1; export type B = A;",
    }),
  ).toEqual([`circle of files: ${feature}/a.ts → ${feature}/b.ts → ${feature}/a.ts`]);
});

test('a circle of features is refused, though no two files make one', () => {
  const faults = faultsOf({
    'server/src/features/acts/public.ts': 'export const acts = 1;',
    'server/src/features/acts/send.ts': "import '../signing/public.ts';",
    'server/src/features/signing/public.ts': 'export const signing = 1;',
    'server/src/features/signing/sign.ts':
      "import type { acts } from '../acts/public.ts'; export type A = typeof acts;",
  });
  expect(faults).toEqual([
    'circle of features: server/src/features/acts/ → server/src/features/signing/ → server/src/features/acts/',
  ]);
});

test('folders that say nothing, barrels and files that cannot be read are refused', () => {
  expect(faultsOf({ 'server/src/utils/date.ts': '', 'web/src/ui/index.ts': '' })).toEqual([
    'server/src/utils: a folder says what it is about; this name fits anything',
    'web/src/ui/index.ts: no barrels; import the file that has it',
  ]);
  expect(() => faultsOf({ 'web/src/ui/broken.ts': 'import {' })).toThrow('web/src/ui/broken.ts');
});

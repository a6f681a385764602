import path from 'node:path';
import type { Plugin } from 'vite';
import { sheetsOf } from './mantine-css.ts';
import { readScreens } from './screen-table.ts';

const MANTINE = '../../node_modules/@mantine/core/esm';

/**
 * Families of pages, from light to heavy, by the files that make them: paths from `src` without their ending, or folders.
 * What pages share goes to the lightest family that needs it, and `<family>-only` has what no other family needs. So a
 * page loads parts of its own family and of lighter ones, and no two parts can need each other (0070).
 */
const FAMILIES: readonly [name: string, files: readonly string[]][] = [
  [
    'bare',
    [
      'app/layouts/plain-layout',
      'features/quick-sign/quick-sign-page',
      'features/verification/verify-page',
      'features/verification/verified-page',
      'ui/pdf-pages',
    ],
  ],
  [
    'entry',
    [
      'app/layouts/entry-layout',
      'features/auth/sign-in-page',
      'features/auth/sign-in-form',
      'features/auth/new-password',
      'features/auth/sandbox-help',
      // Too small to load a family for.
      '../../shared/src/kernel/bin-iin',
      '../../shared/src/kernel/iban',
      '../../shared/src/kernel/money',
      '../../shared/src/kernel/phone',
      '../../shared/src/kernel/state-machine',
      `${MANTINE}/core/utils/create-safe-context/create-safe-context`,
    ],
  ],
  // Apart from the inputs: the light pages have their own, and not every page of the cabinet has a form.
  ['forms', ['ui/use-form', 'ui/form-draft']],
  [
    'inputs',
    [
      'features/auth/public',
      'features/auth/sign-in.module',
      'platform/switch-company',
      'ui/form-foot',
      'ui/id-inputs',
      '../../shared/src/features/registration/registration-stage',
      `${MANTINE}/components/Alert/Alert`,
      `${MANTINE}/components/Checkbox/Checkbox`,
      `${MANTINE}/components/Combobox/ComboboxChevron/ComboboxChevron`,
      `${MANTINE}/components/Combobox/get-parsed-combobox-data/get-parsed-combobox-data`,
      `${MANTINE}/components/PasswordInput/PasswordInput`,
      `${MANTINE}/components/Textarea/Textarea`,
      `${MANTINE}/core/DirectionProvider/DirectionProvider`,
      '../../node_modules/@mantine/hooks/esm/use-mutation-observer/use-mutation-observer',
    ],
  ],
  ['sign-up', ['features/registration/entry-page', 'features/registration/company.data']],
  ['consultation', ['features/consultation/consultation-page']],
  // Menus and lists of choice: the later steps of a registration have them as the cabinet has, and nothing else of it.
  ['float', [`${MANTINE}/components/Popover/Popover`, `${MANTINE}/components/ScrollArea/ScrollArea`]],
  [
    'steps',
    [
      'features/registration/company-page',
      'features/registration/bank-page',
      'features/registration/address-page',
    ],
  ],
  [
    'cabinet',
    [
      'app/layouts/cabinet-layout',
      'features/home/business-home-page',
      'features/home/executor-home-page',
      'ui/form-dialog',
      // Too small for a file of its own.
      'ui/term-help',
    ],
  ],
  // The tabs of the settings are too small for a file of their own.
  ['act', ['features/acts/act-page', 'features/qr-signing/qr-signing', 'features/settings/public']],
  [
    'acts',
    [
      'features/acts/acts-page',
      'ui/row-menu',
      'ui/refused-lines',
      '../../node_modules/@tabler/icons-react/dist/esm/icons/IconUserPlus',
    ],
  ],
  ['act-form', ['features/acts/act-form-loader']],
  ['paper', ['features/documents/documents-page', 'features/documents/document-page']],
  [
    'desk',
    ['features/payments/payments-page', 'features/admin/administrators-page', 'features/admin/audit-page'],
  ],
  // Comes when a window is first opened: no page carries it.
  ['windows', ['ui/window-frame']],
  ['support', ['features/support/']],
];

interface Modules {
  getModuleInfo: (id: string) => {
    importers: readonly string[];
    dynamicImporters: readonly string[];
    importedIds: readonly string[];
  } | null;
}

interface Reach {
  roots: number;
  /** Index of the lightest family that needs it, and of the heaviest. */
  lightest: number;
  heaviest: number;
}

const source = path.join(import.meta.dirname, '../src');

/**
 * `familyOf` names the group of a module for the bundler; null leaves the module to the other groups. What only one page
 * needs stays with that page. The plugin finds the pages first.
 */
export function pageFamilies(): {
  plugin: Plugin;
  familyOf: (id: string, modules: Modules) => string | null;
} {
  const roots = new Set<string>();
  let reached: Map<string, Reach> | null = null;
  return {
    plugin: {
      name: 'kelisim-page-families',
      apply: 'build',
      async buildStart() {
        const screens = await readScreens();
        const files = screens.flatMap(({ page, layout_file }) =>
          page ? [page, layout_file] : [layout_file],
        );
        for (const file of files) roots.add(file.replace(/^src\/|\.tsx?$/g, ''));
        for (const file of FAMILIES.flatMap(([, members]) => members)) roots.add(file);
      },
    },
    familyOf(id, modules) {
      reached ??= walkAll(roots, modules);
      const info = modules.getModuleInfo(id);
      // An entry that nothing else imports is a file of its own; in a group it would be two.
      if (info && info.dynamicImporters.length > 0 && info.importers.length === 0) return null;
      const reach = reached.get(id);
      if (!reach || reach.roots < 2) return null;
      const name = FAMILIES[reach.lightest]?.[0];
      return name && reach.lightest === reach.heaviest ? `${name}-only` : (name ?? null);
    },
  };
}

function walkAll(roots: ReadonlySet<string>, modules: Modules): Map<string, Reach> {
  const reached = new Map<string, Reach>();
  for (const root of roots) {
    const found = FAMILIES.findIndex(([, files]) => files.some((file) => root.startsWith(file)));
    const family = found < 0 ? FAMILIES.length : found;
    // A layout stands around many pages, of whatever family.
    const is_layout = root.startsWith('app/layouts/');
    const seen = new Set<string>();
    const walk = (id: string): void => {
      if (seen.has(id)) return;
      seen.add(id);
      const {
        roots: before,
        lightest,
        heaviest,
      } = reached.get(id) ?? { roots: 0, lightest: family, heaviest: 0 };
      reached.set(id, {
        roots: before + (is_layout ? 2 : 1),
        lightest: Math.min(lightest, family),
        heaviest: Math.max(heaviest, is_layout ? FAMILIES.length : family),
      });
      for (const next of modules.getModuleInfo(id)?.importedIds ?? []) walk(next);
    };
    const file = ['.tsx', '.ts', '.mjs', '.css']
      .map((ending) => path.join(source, root + ending))
      .find((one) => modules.getModuleInfo(one));
    // Screens of the sandbox are left out of a production build.
    if (file) walk(file);
    // A page that shows a component of Mantine imports its sheets; a sheet in a heavier family would bring its scripts along.
    if (root.startsWith(`${MANTINE}/components/`)) sheetsOf(path.basename(root)).forEach(walk);
  }
  return reached;
}

import 'virtual:theme.css';
import '../src/ui/mantine-base.ts';
import '../src/ui/base.css';
import '../src/ui/media.css';
import '../src/ui/term-help.css';
import { beforeAll, beforeEach } from 'vitest';
import { commands, page } from 'vitest/browser';
import { startI18n, switchLocale } from '../src/platform/i18n.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    restPointer: () => Promise<void>;
    forceColours: (how: 'active' | null) => Promise<void>;
  }
}

beforeAll(() => startI18n());
beforeEach(async () => {
  // Where the test before has pressed, the pointer would reach what this one shows.
  await commands.restPointer();
  await switchLocale('ru');
  await page.viewport(1024, 768);
});

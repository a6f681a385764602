import 'virtual:theme.css';
import '../src/ui/mantine-base.ts';
import '../src/ui/base.css';
import { beforeAll, beforeEach } from 'vitest';
import { page } from 'vitest/browser';
import { startI18n, switchLocale } from '../src/platform/i18n.ts';

beforeAll(() => startI18n());
beforeEach(async () => {
  await switchLocale('ru');
  await page.viewport(1024, 768);
});

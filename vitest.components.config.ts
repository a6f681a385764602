import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { findChromium } from './e2e/chromium.ts';
import { callTable } from './web/build/call-table.ts';
import { formLimits } from './web/build/form-limits.ts';
import { mantineCss } from './web/build/mantine-css.ts';
import { themeCss } from './web/build/theme-css.ts';

const { executable, environment } = await findChromium();

/** Tests of components, in the browser of the journeys: `npx vitest --config vitest.components.config.ts`. */
export default defineConfig({
  root: join(import.meta.dirname, 'web'),
  plugins: [themeCss(), callTable(), formLimits(), mantineCss(), react()],
  // Found while a test runs, they would reload it.
  optimizeDeps: {
    include: [
      'react-dom/client',
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@tabler/icons-react',
      '@tanstack/react-query',
      'vitest-browser-react',
    ],
  },
  test: {
    include: ['src/**/*.view.test.tsx'],
    setupFiles: ['test/page.ts'],
    fileParallelism: false,
    // As in vitest.config.ts.
    retry: process.env.TALLY_FILE ? 1 : 0,
    testTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: {
        // Outside of the frame: a button may lie in each of its corners.
        restPointer: ({ page }) => page.mouse.move(-10, -10),
        forceColours: ({ page }, forcedColors: 'active' | null) => page.emulateMedia({ forcedColors }),
      },
      provider: playwright({
        launchOptions: {
          executablePath: executable,
          args: ['--no-sandbox'],
          env: { LC_ALL: 'C.UTF-8', ...process.env, ...environment } as Record<string, string>,
        },
        contextOptions: { locale: 'ru-RU', timezoneId: 'Asia/Almaty', reducedMotion: 'reduce' },
        actionTimeout: 60_000,
      }),
      viewport: { width: 1024, height: 768 },
      instances: [{ browser: 'chromium' }],
    },
  },
});

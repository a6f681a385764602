import { defineConfig } from '@playwright/test';

const { E2E_BASE_URL, E2E_CHROMIUM, E2E_CHROMIUM_ENVIRONMENT = '{}', TALLY_FILE } = process.env;

/** The product and the browser are found by the setup, which puts them into the environment of the workers. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './e2e/start-product.setup.ts',
  outputDir: 'test-results',
  snapshotPathTemplate: '{testDir}/looks/{arg}{ext}',
  // What has no picture yet fails.
  updateSnapshots: 'none',
  workers: 2,
  // As in vitest.config.ts: a second try is named.
  retries: TALLY_FILE ? 1 : 0,
  // Only what hangs ends by the clock: a slow machine fails no journey.
  timeout: 900_000,
  expect: { timeout: 120_000, toPass: { timeout: 180_000 } },
  forbidOnly: true,
  reporter: [['list'], ...(TALLY_FILE ? [['./scripts/playwright-tally.ts'] as const] : [])],
  use: {
    baseURL: E2E_BASE_URL,
    actionTimeout: 120_000,
    locale: 'ru-RU',
    timezoneId: 'Asia/Almaty',
    // What turns while one waits is drawn sixty times a second, and machines without a graphics card pay for it.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // In `npm test` a trace is made of what failed once, not of everything in case it fails.
    trace: TALLY_FILE ? 'on-first-retry' : 'retain-on-failure',
    launchOptions: {
      ...(E2E_CHROMIUM ? { executablePath: E2E_CHROMIUM } : {}),
      // Without a locale of UTF-8 Chromium saves files of Cyrillic names under others.
      env: { LC_ALL: 'C.UTF-8', ...process.env, ...JSON.parse(E2E_CHROMIUM_ENVIRONMENT) },
    },
  },
});

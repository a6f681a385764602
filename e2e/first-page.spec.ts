import { expect, test } from '@playwright/test';

test('the first page opens in Russian, without a fault and without asking anybody else', async ({
  page,
  baseURL,
}) => {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => request.url().startsWith(baseURL!) || faults.push(request.url()));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('main')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(faults).toEqual([]);
});

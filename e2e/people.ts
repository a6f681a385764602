import { expect } from '@playwright/test';
import type { APIRequestContext, Page } from '@playwright/test';

/** Everybody of the demo data has this password. */
export const PASSWORD = 'kelisim-demo-2026';

export const people = {
  director: 'director@alatau.example',
  /** May make and pay acts, may not sign. */
  accountant: 'accountant@alatau.example',
  dalaDirector: 'director@dala.example',
  executor: 'executor1@demo.example',
  /** Of the platform, with every right. */
  administrator: 'admin@kelisim.example',
} as const;

/** Signs in as a person does, and waits for the own home. In Russian, whatever language the person has chosen. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth/login');
  await page.getByRole('button', { name: 'Русский' }).click();
  await page.getByLabel('Электронная почта').fill(email);
  await page.getByLabel('Пароль', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Войти', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Главная', level: 1 })).toBeVisible();
}

/** Signs in beside the screens, for journeys that are about something else. Cookies stay in the context. */
export async function signInQuietly(request: APIRequestContext, email: string): Promise<string> {
  const answer = await request.post('/api/v1/auth/login/too', { data: { email, password: PASSWORD } });
  expect(answer.status()).toBe(200);
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

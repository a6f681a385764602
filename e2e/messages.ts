import { expect, test } from '@playwright/test';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * What the product has printed for somebody, where no gateway is set: the sandbox has no other way to deliver. The journeys
 * that need it go only to a product of their own.
 */
export function needMessages(): void {
  test.skip(!existsSync(logFile()), 'the log of the running product is not known');
}

/** The first group of what is looked for, in the newest message of this log to this phone or address that has it. */
export function messageIn(log: string, to: string, wanted: RegExp): string | undefined {
  const messages = log.split(/^(?=sms \+|email )/m);
  const own = messages.filter((text) => /^(?:sms|email) (\S+): /.exec(text)?.[1] === to);
  return own.map((text) => wanted.exec(text)?.[1]).findLast((text) => text !== undefined);
}

/** The newest message to this phone or address that says what is looked for; its first group. */
export async function readMessage(to: string, wanted: RegExp): Promise<string> {
  let found: string | undefined;
  await expect(() => {
    found = messageIn(readFileSync(logFile(), 'utf8'), to, wanted);
    expect(found, `a message to ${to}`).toBeDefined();
  }).toPass();
  return found!;
}

export const readCode = (to: string) => readMessage(to, /(?<!\d)(\d{6})(?!\d)/);

function logFile(): string {
  const { port } = new URL(process.env.E2E_BASE_URL!);
  return fileURLToPath(new URL(`../.cache/product-${port}.log`, import.meta.url));
}

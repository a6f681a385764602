import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { API_VERSIONS } from '@kelisim/shared/kernel/api-version.ts';
import { describe, expect, test } from 'vitest';

const folder = new URL('../web/public/developers/', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, folder), 'utf8');
const LANGUAGES = ['en', 'ru', 'kz'];
const GUIDES = readdirSync(new URL('en', folder));

/** What a translation leaves as it is: code, and how the text is divided. */
const bonesOf = (text: string) => ({
  code: text.match(/^```[^]*?^```$/gm),
  parts: text
    .replace(/^```[^]*?^```$/gm, '```')
    .split(/\n{2,}/)
    .map((part) => /^(#+ |- |\||```)?/.exec(part)?.[0]),
});

test.each(LANGUAGES)('the guides in %s have the same parts and the same code', (language) => {
  expect(readdirSync(new URL(language, folder))).toEqual(GUIDES);
  for (const guide of GUIDES)
    expect(bonesOf(read(`${language}/${guide}`)), guide).toEqual(bonesOf(read(`en/${guide}`)));
});

test('links lead to guides and files that are there', () => {
  const texts = LANGUAGES.flatMap((language) => GUIDES.map((guide) => read(`${language}/${guide}`)));
  const links = [...texts, read('../llms.txt')].join('\n').matchAll(/\]\(\/developers\/([^)]+)\)/g);
  const lost = [...links]
    .map(([, to = '']) => to)
    .filter(
      (to) => to !== 'reference' && !existsSync(new URL(to.includes('.') ? to : `en/${to}.md`, folder)),
    );
  expect(lost).toEqual([]);
});

test('the changelog has every version', () => {
  for (const language of LANGUAGES)
    for (const version of API_VERSIONS) expect(read(`${language}/changelog.md`)).toContain(`## ${version}`);
});

describe('the example of a webhook', () => {
  const guide = read('en/webhooks.md');
  const header = (name: string) => new RegExp(`^webhook-${name}: (.*)$`, 'm').exec(guide)?.[1] ?? '';
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map(header);
  const body = /^\{.*\}$/m.exec(guide)?.[0] ?? '';
  const secret = /`(whsec_\w+)`/.exec(guide)?.[1] ?? '';

  test('is signed as it says', () => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    expect(signature).toBe(`v1,${digest}`);
  });

  const has_openssl = spawnSync('openssl', ['version']).status === 0;
  test.runIf(has_openssl)('is checked by the shell', () => {
    const script = /```bash\n([^]*?)\n```/.exec(guide)?.[1] ?? '';
    const env = { PATH: process.env.PATH, SECRET: secret, ID: id, TIMESTAMP: timestamp, BODY: body };
    const { stdout } = spawnSync('bash', ['-c', script], { env, encoding: 'utf8' });
    expect(`v1,${stdout.trim()}`).toBe(signature);
  });
});

import { expect, it } from 'vitest';
import { isBot } from './bots.ts';

it.each([
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'facebookexternalhit/1.1',
  'WhatsApp/2.23',
  'TelegramBot (like TwitterBot)',
])('knows %s', (userAgent) => expect(isBot(userAgent)).toBe(true));

it.each([
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 9; Cubot X19) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
])('lets %s be', (userAgent) => expect(isBot(userAgent)).toBe(false));

const bots =
  /(?<!cu)bot\b|crawl|spider|slurp|bingpreview|facebookexternalhit|whatsapp|telegrambot|vkshare|embedly|preview/i;

/** Search engines and link previews get no error page; the error is only logged. */
export function isBot(userAgent: string): boolean {
  return bots.test(userAgent);
}

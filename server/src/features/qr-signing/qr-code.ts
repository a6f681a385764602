import { renderSVG } from 'uqr';

/** Text and links of a code that leads to us (NITEC, version 5, «Формирование QR и ссылки»). */
export interface CodeLinks {
  text: string;
  mobile_link: string;
  business_link: string;
}

/** API No.1 of a session: the address carries its one-time key, and the text `mgovSign` that the app asks for. */
export function initAddress(public_url: string, key: string): string {
  return `${public_url}/api/v1/qr-signing/init?mgovSign=${key}`;
}

/** API No.2: everything the app is asked to repeat stands in the address; the token alone admits. */
export function documentsAddress(public_url: string, doc_ids: readonly number[], user_id: number): string {
  const query = [...doc_ids.map((id) => `doc_ids=${id}`), `user_id=${user_id}`].join('&');
  return `${public_url}/api/v1/qr-signing/doc?${query}`;
}

export function codeLinks(init_address: string): CodeLinks {
  const link = encodeURIComponent(init_address);
  return {
    text: `mobileSign:${init_address}`,
    mobile_link: `https://m.egov.kz/mobileSign/?link=${link}`,
    business_link: `https://m.egov.kz/businessSign/?link=${link}`,
  };
}

/** A QR code as a picture for `src`: black on white with the quiet zone of four modules that the standard wants. */
export function codePicture(text: string): string {
  const svg = renderSVG(text, { ecc: 'M', border: 4, pixelSize: 8 });
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

/** `2026-08-14T15:52:24.138+0500`: wall clock in Almaty, which has been UTC+5 since 2024. */
export function expiryDate(moment: Date): string {
  const there = new Date(moment.getTime() + 5 * 3_600_000).toISOString();
  return there.replace('Z', '+0500');
}

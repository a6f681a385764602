/** Who issues the cheques of the self-employed, and where the page of a cheque is. Source: the facts on taxes, 2.9. */
const PAGES = {
  esalyq: {
    host: 'esb.kgd.gov.kz',
    path: '/taxpay-check-core/get-check-report',
    ids: ['check_id', 'ip_reg_id'],
  },
  kaspi: {
    host: 'receipt.kaspi.kz',
    path: '/web/self-employed',
    ids: ['operation_id', 'operation_time'],
  },
} as const;
export const CHEQUE_ISSUERS = ['esalyq', 'kaspi'] as const;
export type ChequeIssuer = (typeof CHEQUE_ISSUERS)[number];
export const CHEQUE_HOSTS = CHEQUE_ISSUERS.map((issuer) => PAGES[issuer].host);

/** What names a cheque: its issuer and the two numbers of its code, in the issuer's order. */
export interface ChequeIds {
  issuer: ChequeIssuer;
  first_id: string;
  second_id: string;
}

/** Without leading noughts, so that one cheque has one writing. */
const NUMBER = '[1-9]\\d{0,19}';
const ID = new RegExp(`^${NUMBER}$`);

/** How a link looks as its issuer writes it: what the description of the API says of it. */
export const CHEQUE_LINK = `^(${CHEQUE_ISSUERS.map((issuer) => {
  const { host, path, ids } = PAGES[issuer];
  const address = `https://${host}${path}`.replaceAll('.', '\\.');
  return `${address}\\?${ids.map((id) => `${id}=${NUMBER}`).join('&')}`;
}).join('|')})$`;

/**
 * A pasted link, or the text of a QR code. Of it only the two numbers are kept: the address is built from them.
 * Further parameters are passed over; one that stands twice leaves it open which cheque is meant.
 * @returns null for anything that is no link to a cheque of these issuers
 */
export function readChequeLink(text: string): ChequeIds | null {
  const [, host, path, query] =
    /^https:\/\/([\w.-]+)(\/[\w/-]+)\?([^#\s]*)(?:#\S*)?$/i.exec(text.trim()) ?? [];
  const issuer = CHEQUE_ISSUERS.find((one) => PAGES[one].host === host?.toLowerCase());
  if (!issuer || path !== PAGES[issuer].path) return null;
  const given = query!.split('&');
  const [first, second] = PAGES[issuer].ids.map((name) =>
    given.filter((one) => one.startsWith(`${name}=`)).map((one) => one.slice(name.length + 1)),
  );
  if (first?.length !== 1 || second?.length !== 1) return null;
  const [first_id, second_id] = [first[0]!, second[0]!];
  return ID.test(first_id) && ID.test(second_id) ? { issuer, first_id, second_id } : null;
}

/** The page of a cheque at its issuer. */
export function chequeAddress({ issuer, first_id, second_id }: ChequeIds): string {
  const { host, path, ids } = PAGES[issuer];
  return `https://${host}${path}?${ids[0]}=${first_id}&${ids[1]}=${second_id}`;
}

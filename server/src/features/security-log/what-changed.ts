/** Of a thing that is changed whole: each field that is another now, as it was and as it is. For what is no secret. */
export function whatChanged(
  name: string,
  before: Readonly<Record<string, unknown>> | undefined,
  after: Readonly<Record<string, string | number | null>>,
): Record<string, string> {
  const changed = Object.entries(after).filter(([field, value]) => before?.[field] !== value);
  return Object.fromEntries(
    changed.map(([field, value]) => [
      `${name}_${field}`,
      before ? `${said(before[field])} → ${said(value)}` : said(value),
    ]),
  );
}

const said = (value: unknown) => (value === null || value === undefined ? '–' : String(value));

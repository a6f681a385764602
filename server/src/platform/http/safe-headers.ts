import type { Config } from '../config.ts';

export const CSP_REPORTS = '/api/csp-reports';

const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

/** Features of browsers that no page uses; passkeys, the clipboard and sharing stay as they are by default. */
const UNUSED =
  'accelerometer autoplay bluetooth browsing-topics display-capture encrypted-media geolocation gyroscope hid idle-detection local-fonts magnetometer microphone midi payment picture-in-picture screen-wake-lock serial usb xr-spatial-tracking';

const YEAR_S = 365 * 24 * 3600;

/** The headers of every answer. */
export function safeHeaders({
  sandbox,
  stand,
  public_url,
}: Pick<Config, 'sandbox' | 'stand' | 'public_url'>): Record<string, string> {
  const is_own = sandbox && !stand;
  // The sandbox's phone reads codes by the camera.
  const unused = UNUSED.split(' ').concat(is_own ? [] : 'camera');
  const is_secure = !is_own && public_url.startsWith('https:');
  return {
    ...ALWAYS,
    'content-security-policy': pagePolicy(is_own),
    'permissions-policy': unused.map((feature) => `${feature}=()`).join(', '),
    'reporting-endpoints': `csp="${CSP_REPORTS}"`,
    ...(is_secure && { 'strict-transport-security': `max-age=${YEAR_S}; includeSubDomains` }),
  };
}

/**
 * NCALayer listens on the user's own machine; everything else the pages need is ours. The sandbox has a double of it on a
 * port of its own. Firefox and Safari report by `report-uri` alone.
 */
function pagePolicy(is_own: boolean): string {
  return [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "worker-src 'self' blob:",
    `connect-src 'self' wss://127.0.0.1:13579 https://127.0.0.1:24680${is_own ? ' ws://127.0.0.1:*' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${CSP_REPORTS}`,
    'report-to csp',
  ].join('; ');
}

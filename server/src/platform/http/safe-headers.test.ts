import { expect, test } from 'vitest';
import { safeHeaders } from './safe-headers.ts';

const HSTS = 'strict-transport-security';

test('browsers are held to https only by a product that is reached so', () => {
  const secure = safeHeaders({ sandbox: false, stand: false, public_url: 'https://kelisim.example' });
  expect(secure[HSTS]).toBe('max-age=31536000; includeSubDomains');
  expect(
    safeHeaders({ sandbox: false, stand: false, public_url: 'http://kelisim.example' }),
  ).not.toHaveProperty(HSTS);
  expect(
    safeHeaders({ sandbox: true, stand: false, public_url: 'https://kelisim.example' }),
  ).not.toHaveProperty(HSTS);
});

test('the camera is for the phone of the sandbox alone', () => {
  const policy = (sandbox: boolean) =>
    safeHeaders({ sandbox, stand: false, public_url: 'https://kelisim.example' })['permissions-policy'];
  expect(policy(false)).toContain('camera=()');
  expect(policy(true)).not.toContain('camera');
});

test('violations of the content security policy are reported to us, by both ways of browsers', () => {
  const headers = safeHeaders({ sandbox: false, stand: false, public_url: 'https://kelisim.example' });
  expect(headers['content-security-policy']).toMatch(/report-uri \/api\/csp-reports; report-to csp$/);
  expect(headers['reporting-endpoints']).toBe('csp="/api/csp-reports"');
});

test('a stand that strangers reach has the headers of production', () => {
  const of = (sandbox: boolean) =>
    safeHeaders({ sandbox, stand: sandbox, public_url: 'https://stand.kelisim.example' });
  expect(of(true)).toEqual(of(false));
});

import { createHash } from 'node:crypto';
import { keyOf, type Mutant } from './operators.ts';

/** Modules whose rules are changed together: `npm run mutants -- money`. */
interface Part {
  name: string;
  /** The first part that matches a module has it. */
  modules: RegExp;
  /** Of a hundred changes so many are tried, always the same ones. Pure modules: all of them. */
  percent: number;
}

const PARTS: readonly Part[] = [
  {
    name: 'money',
    percent: 100,
    modules:
      /^shared\/src\/(kernel\/(money|amount-words)|features\/(acts\/act-(totals|periods)|tariff\/.*|payments\/.*|banking\/.*))\.ts$/,
  },
  { name: 'taxes', percent: 100, modules: /^shared\/src\/features\/(bookkeeping|taxes)\// },
  { name: 'kernel', percent: 100, modules: /^shared\/src\/kernel\// },
  { name: 'states', percent: 100, modules: /^shared\/src\/features\// },
  {
    name: 'signatures',
    percent: 100,
    modules:
      /^eds\/src\/(cms\/(check-signer|judge-.*|verdict|verify|signer-info)|x509\/(chain|trust|profile|rights|known-certificates|pins|trust-files|signature)|revocation\/(judge-.*|crl-store|deny-revoked|embedded-proof|kept-lists|certificate-id|reason-codes)|timestamp\/(verify-token|response|token)|gost\/verify|ddc\/verify|xmldsig\/verify|reasons)\.ts$/,
  },
  {
    name: 'rules',
    percent: 100,
    modules:
      /^server\/src\/(features\/(signatures\/judge-signature|security\/retention|notices\/quiet-hours|tariff\/tariff-day|invitations\/move-invitation|esf\/check-paper|acts\/read-act-rows)|adapters\/(bank-files\/kazakhstan\/one-c\/read-.*|banks\/bcc\/read-bcc-statement)|platform\/(guard|network-of|bounded))\.ts$/,
  },
  {
    name: 'matching',
    percent: 25,
    modules:
      /^server\/src\/features\/(payments\/(match-operation|read-statement|statements\.queries|follow-orders|limit-change)|tariff\/(match-payment|unmatch-payment|spread-credit|incoming\.queries))/,
  },
  {
    name: 'deeds',
    percent: 8,
    modules:
      /^server\/src\/features\/(acts|documents|payments|banking|bookkeeping|signing|signatures|tariff)\//,
  },
  {
    name: 'people',
    percent: 5,
    modules:
      /^server\/src\/features\/(auth|administration|agreement|codes|companies|credentials|employees|executors|invitations|key-store|registration|second-factors|security|users)\//,
  },
  {
    name: 'features',
    percent: 3,
    modules: /^server\/src\/features\/(?!sandbox\/|statistics\/)/,
  },
  {
    name: 'platform',
    percent: 8,
    modules: /^server\/src\/platform\/(?!db\/embedded|log|node-http|start-refused|worker-p)/,
  },
];

/** What no test could tell apart: words for people, tables that a check compares with `docs/openapi.json`, fonts. */
const NO_RULES =
  /\.(test|fixture)\.ts$|\.contract\.ts$|\/((\w+-)?problems|letters-of-fonts|security-events)\.ts$|\.view\.ts$|sample-|-worker\.ts$|read-sections/;

/** Changing it changes the sample. */
const SEED = 'kelisim';

export function partOf(file: string): Part | undefined {
  return NO_RULES.test(file) ? undefined : PARTS.find(({ modules }) => modules.test(file));
}

export function isSampled(mutant: Mutant, percent: number): boolean {
  const digest = createHash('sha256')
    .update(`${SEED} ${keyOf(mutant)}`)
    .digest();
  return digest.readUInt32BE(0) % 10_000 < percent * 100;
}

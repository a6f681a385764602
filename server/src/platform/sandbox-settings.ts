/** Settings by which a sandbox would ask real registers about its made-up people, or send its made-up papers out. */
const REAL = ['CHEQUES', 'COMPANY_REGISTER', 'ESF_URL', 'SIGN_PROVIDER', 'TAXPAYER_REGISTER'] as const;
/** And those by which strangers would reach real phones, mailboxes and banks through a stand, or it would trust real НУЦ. */
const OUT_OF_A_STAND = [
  'BANK_HOSTS',
  'BCC_CLIENT_ID',
  'MOBIZON_KEY',
  'SMSC_LOGIN',
  'SMTP_URL',
  'TRUST_DIR',
] as const;
const IDLE: readonly unknown[] = [undefined, 'off', 'native'];

type Name = (typeof REAL)[number] | (typeof OUT_OF_A_STAND)[number];

/** The settings that lead from a sandbox to the real world. */
export function findReal(settings: Partial<Record<Name, unknown>>, stand: boolean): Name[] {
  return [...REAL, ...(stand ? OUT_OF_A_STAND : [])].filter((name) => !IDLE.includes(settings[name]));
}

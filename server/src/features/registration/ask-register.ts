import type { RegistrationCompany } from '@kelisim/shared/features/registration/registration.contract.ts';
import type { Parts } from '../../parts.ts';

export type RegisterAnswer = RegistrationCompany['register'];

const NOTHING = { name: null, name_kz: null, ceo: null, address: null, oked: null };
export const NOT_ASKED: RegisterAnswer = { status: 'not_asked', ...NOTHING };

/** What the public register says of a number. Its silence never stops anybody. */
export async function askRegister(
  { company_register, log }: Pick<Parts, 'company_register' | 'log'>,
  bin: string,
): Promise<RegisterAnswer> {
  if (!company_register) return NOT_ASKED;
  try {
    const found = await company_register.findCompany(bin);
    if (!found) return { status: 'unknown', ...NOTHING };
    return {
      status: 'found',
      name: found.name_ru,
      name_kz: found.name_kz,
      ceo: found.head_name,
      address: found.address,
      oked: found.oked,
    };
  } catch (error) {
    log.warn({ event: 'company_register.silent', register: company_register.name, error: String(error) });
    return { status: 'silent', ...NOTHING };
  }
}

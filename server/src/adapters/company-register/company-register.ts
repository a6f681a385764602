import type { RegisterAnswer } from '@kelisim/shared/features/taxes/against-register.ts';

/** A public register's entry for a legal entity or a sole proprietor. */
export interface RegisteredCompany {
  /** БИН of a legal entity, ИИН of a sole proprietor. */
  bin: string;
  name_ru: string;
  name_kz: string | null;
  /** The first head, as the register writes it; for a sole proprietor their own name. */
  head_name: string | null;
  /** One line, in Russian if the register has it. */
  address: string | null;
  /** Five digits. */
  oked: string | null;
  /** What the code means, in Russian. */
  oked_name: string | null;
  /** `2018-03-12`; null when the register does not say. */
  registered_on: string | null;
  is_sole_trader: boolean;
}

/** A public register of companies. Its data prefill a form; they prove nothing. */
export interface CompanyRegister {
  name: string;
  /** Returns null if the register does not know the number. Throws if it gives no usable answer. */
  findCompany(bin: string): Promise<RegisteredCompany | null>;
}

/** The public register of taxpayers: what it says of somebody is kept, and payments wait for it. */
export interface TaxpayerRegister {
  name: string;
  /**
   * Throws if there is no answer, or one that is not understood.
   * @param code ИИН of a person, БИН of an entity
   */
  findTaxpayer(code: string, kind: 'person' | 'entity'): Promise<RegisterAnswer>;
}

/** What a public register says of a legal entity or a sole trader. */
export interface RegisteredCompany {
  /** БИН of a legal entity, ИИН of a sole trader. */
  bin: string;
  name_ru: string;
  name_kz: string | null;
  /** The first head, as the register writes it; for a sole proprietor their own name. */
  head_name: string | null;
  /** One line, in Russian where the register has it in Russian. */
  address: string | null;
  /** Five digits. */
  oked: string | null;
  /** What the code means, in Russian. */
  oked_name: string | null;
  /** `2018-03-12`; null when the register does not say. */
  registered_on: string | null;
  is_sole_trader: boolean;
}

/** A public register of companies. Its words help a person to fill a form; they prove nothing. */
export interface CompanyRegister {
  name: string;
  /** Null when the register does not know the number. Throws when it is silent, overloaded or speaks nonsense. */
  findCompany(bin: string): Promise<RegisteredCompany | null>;
}

import type { CompanyRegister } from '../company-register.ts';
import { findSample, sandboxCompanies, SILENT_BIN } from './sandbox-companies.ts';

/** A register on this machine: made-up companies, a number that it does not answer for, and nobody else. */
export function sandboxRegister(): CompanyRegister {
  return {
    name: 'sandbox',
    async findCompany(bin) {
      if (bin === SILENT_BIN) throw new Error('the register answered 503');
      return sandboxCompanies.find((company) => company.bin === bin) ?? findSample(bin);
    },
  };
}

import { CHEQUE_HOSTS, chequeAddress } from '@kelisim/shared/features/taxes/read-cheque-link.ts';
import { makeOutbound, type Outbound } from '../../../platform/outbound.ts';
import type { Cheques } from '../cheques.ts';
import { readReport } from './read-report.ts';

/**
 * e-Salyq Business (`esb.kgd.gov.kz/taxpay-check-core/get-check-report?check_id=&ip_reg_id=`) and Kaspi
 * (`receipt.kaspi.kz/web/self-employed?operation_id=&operation_time=`). The addresses and what a report carries (number,
 * moment, ИИН, name, service, total) are recorded of a public program that reads them; in what words and form it is
 * carried is not, and nobody has tried this adapter against the real pages. No redirect is followed.
 */
export function chequePages(
  outbound: Outbound = makeOutbound({ hosts: CHEQUE_HOSTS, sandbox_ports: null }),
): Cheques {
  return {
    name: 'pages',
    async findCheque(ids) {
      const { status, text } = await outbound.ask({
        method: 'GET',
        url: chequeAddress(ids),
        headers: { accept: 'text/html, application/json' },
      });
      if (status === 404) return null;
      if (status !== 200) throw new Error(`the page of cheques answered ${status}`);
      return readReport(text);
    },
  };
}

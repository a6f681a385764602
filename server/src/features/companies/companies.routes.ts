import { SET_ELSEWHERE } from '@kelisim/shared/features/companies/companies.contract.ts';
import { pagesOf } from '@kelisim/shared/kernel/paging.ts';
import type { Locale } from '@kelisim/shared/kernel/locale.ts';
import { Problem } from '@kelisim/shared/kernel/problem.ts';
import kz from '@kelisim/shared/texts/kz/admin.ts';
import ru from '@kelisim/shared/texts/ru/admin.ts';
import { findCommissions, findTariffPlanId } from '../tariff/public.ts';
import type { Parts } from '../../parts.ts';
import type { CompanyActor } from '../../platform/actor.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { listRequisites, setMainRequisite } from '../banking/public.ts';
import { askRegister, NOT_ASKED } from '../registration/public.ts';
import { getCompany } from '../../platform/db/get-company.ts';
import { limitCall } from '../../platform/call-limit.ts';
import { orNotFound } from '../../platform/or-not-found.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { isBinOrIin } from '@kelisim/shared/kernel/bin-iin.ts';
import { listCompanyDeeds } from '../company-history/public.ts';
import {
  changePartner,
  createCompany,
  deleteCompany,
  linkDirector,
  listCandidates,
  unlinkDirector,
  withCommissions,
} from './administer-company.ts';
import { decideName } from './change-name.ts';
import { findPartner, getOwnCompany, getSeenCompany, listByBin, listCompanies } from './companies.queries.ts';
import { toCompany, toCompanyChange, toCompanyRow, toNameRequest, toPartner } from './companies.view.ts';
import { findNameRequest, listNameRequests } from './name-requests.queries.ts';
import { setTerm } from './terms.queries.ts';
import { updateCompany } from './update-company.ts';

const isSetElsewhere = (field: string) => (SET_ELSEWHERE as readonly string[]).includes(field);

/** What the company says of itself, and the names of what is not its own to say. */
function splitGiven(body: Record<string, unknown>) {
  const given = Object.entries(body).filter(([field]) => !isSetElsewhere(field));
  return {
    given: Object.fromEntries(given) as Parameters<typeof updateCompany>[2],
    ignored: Object.keys(body).filter(isSetElsewhere),
  };
}

/** A public register is asked for a form, not for a collection. */
const MOST_LOOKUPS_AN_HOUR = 200;

type Names = Extract<keyof Handlers, `companies.${string}`>;

export function companiesRoutes(parts: Parts): Pick<Handlers, Names> {
  const { db } = parts;
  const own = async ({ actor, locale }: { actor: CompanyActor; locale: Locale }) => {
    const row = await getOwnCompany(db, actor.company_id);
    const commission = (await findCommissions(db, [actor.company_id])).get(actor.company_id) ?? null;
    const requisites = await listRequisites(db, actor.company_id, locale);
    const origin = toCompanyRow(await getSeenCompany(db, actor.company_id), commission);
    const request = await findNameRequest(db, actor.company_id);
    return { row, company: toCompany(row, requisites, origin, request) };
  };
  const askFor = async (user_id: number, bin: string) => {
    await limitCall(db, { what: `register of ${user_id}`, most: MOST_LOOKUPS_AN_HOUR, window_s: 3600 });
    return askRegister(parts, bin);
  };
  return {
    'companies.payment_term': async ({ actor }) => {
      const { payment_term_days } = await getCompany(db, actor.company_id, ['payment_term_days']);
      return { days: payment_term_days };
    },
    'companies.set_payment_term': async ({ input, actor }) => {
      await setTerm(db, actor.company_id, { payment_term_days: input.body.days });
      return input.body;
    },
    'companies.signing_term': async ({ actor }) => {
      const { signing_term_days } = await getCompany(db, actor.company_id, ['signing_term_days']);
      return { days: signing_term_days };
    },
    'companies.set_signing_term': async ({ input, actor }) => {
      await setTerm(db, actor.company_id, { signing_term_days: input.body.days });
      return input.body;
    },
    'companies.own': async (context) => (await own(context)).company,
    'companies.update': async (context) => {
      const { given, ignored } = splitGiven(context.input.body);
      await updateCompany(parts, { ...context.actor, ip: context.ip }, given);
      const { company } = await own(context);
      return ignored.length > 0 ? { ...company, data: { ignored } } : company;
    },
    'companies.set_main_bank': async (context) => {
      const { body } = context.input;
      if ((body.requisite_id === undefined) === (body.main_bank_id === undefined))
        throw new Problem('missing_field', { field: 'requisite_id' });
      await setMainRequisite(parts, { ...context.actor, ip: context.ip }, body);
      return (await own(context)).company;
    },
    'companies.history': async ({ input, actor }) => {
      const found = await listCompanyDeeds(db, actor.company_id, input.query);
      return pageAnswer(found, input.query.limit, toCompanyChange);
    },
    'companies.profile': async (context) => {
      const { actor } = context;
      const { row, company } = await own(context);
      const { director_id, director_name } = row;
      return {
        company,
        director: director_id && director_name ? { user_id: director_id, full_name: director_name } : null,
        role_id: actor.role_id!,
        tariff_plan_id: await findTariffPlanId(db, actor.company_id),
      };
    },
    'companies.get': async ({ input, actor }) => {
      const company = orNotFound(await findPartner(db, actor.company_id, input.params.company_id));
      return toPartner(company);
    },
    'companies.admin_list': async ({ input }) => {
      const { limit } = input.query;
      const found = await listCompanies(db, input.query);
      const { total, is_exact } = found;
      const items = await withCommissions(db, found.rows);
      return { items, pages: pagesOf(total, limit), total, is_exact };
    },
    'companies.by_bin': async ({ input, actor }) => {
      const { bin } = input.params;
      const rows = await listByBin(db, bin);
      const register = isBinOrIin(bin) ? await askFor(actor.user_id, bin) : NOT_ASKED;
      if (rows.length === 0 && ['unknown', 'not_asked'].includes(register.status))
        throw new Problem('not_found');
      return { items: await withCommissions(db, rows), register };
    },
    'companies.director_candidates': async ({ input, actor }) => ({
      items: await listCandidates(db, actor, input.params.company_id),
    }),
    'companies.name_requests': async ({ input }) => {
      const found = await listNameRequests(db, input.query);
      return pageAnswer(found, input.query.limit, toNameRequest);
    },
    'companies.decide_name': async ({ input, actor, locale }) => {
      await decideName(parts, actor, input.params.request_id, input.body);
      return { message: { ru, kz }[locale].said.name_decided };
    },
    'companies.create': async ({ input, actor }) => createCompany(db, actor, input.body),
    'companies.delete': async ({ input, actor, locale }) => {
      const company_id = input.body.company_id ?? input.query.company_id;
      if (company_id === undefined) throw new Problem('missing_field', { field: 'company_id' });
      await deleteCompany(parts, actor, company_id);
      return { message: { ru, kz }[locale].said.company_deleted };
    },
    'companies.link_director': async ({ input, actor }) => linkDirector(db, actor, input.body),
    'companies.unlink_director': async ({ input, actor }) => unlinkDirector(db, actor, input.body),
    'companies.set_partner': async ({ input, actor }) => changePartner(db, actor, input.body),
  };
}

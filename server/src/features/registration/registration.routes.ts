import { Problem } from '@kelisim/shared/kernel/problem.ts';
import type { Parts } from '../../parts.ts';
import { limitCall } from '../../platform/call-limit.ts';
import type { Handlers } from '../../platform/http/bind-calls.ts';
import { pageAnswer } from '../../platform/page-answer.ts';
import { suggestAddresses } from '../addresses/public.ts';
import { acceptAgreement } from './accept-agreement.ts';
import { confirmCode } from './confirm-code.ts';
import {
  approveRegistration,
  finishRegistration,
  refuseRegistration,
  toVerification,
} from './decide-registration.ts';
import { chooseBank, correctEmail, enterCompany, enterEmail, enterEsf, goBack } from './enter-data.ts';
import { enterPhone, sendCodeAgain } from './enter-phone.ts';
import { getRegistration } from './registration-key.ts';
import { listVerifications } from './verifications.queries.ts';
import {
  isLoginAvailable,
  readCompany,
  readDecision,
  readNeedSignContract,
  readState,
} from './registration.view.ts';
import { checkCode } from './sign-by-phone.ts';
import { openContractCode, prepareContract, readContract, signContract } from './sign-contract.ts';
import { makeChallenge, openEcpCode, signEcp } from './sign-ecp.ts';
import type { StepCaller } from './take-step.ts';

export function registrationRoutes(
  parts: Parts,
): Pick<Handlers, Extract<keyof Handlers, `registration.${string}`>> {
  const { db } = parts;
  return {
    'registration.phone': ({ input, ip, locale }) => {
      // No code leaves a stand, and it trusts no key that people have.
      if (parts.config.stand) throw new Problem('registration.stand');
      return enterPhone(parts, input.body, { ip, locale });
    },
    'registration.check_code': (call) => confirmCode(parts, byBody(call), call.input.body.code),
    'registration.send_code': (call) => sendCodeAgain(parts, byBody(call)),
    'registration.email': (call) => enterEmail(parts, byBody(call), without(call.input.body)),
    'registration.email_stage': (call) => correctEmail(parts, byBody(call)),
    'registration.company': (call) => enterCompany(parts, byBody(call), without(call.input.body)),
    'registration.bank': (call) => {
      const { bank_id, iban } = call.input.body;
      return chooseBank(parts, byBody(call), { bank_id, iban });
    },
    'registration.back': (call) => goBack(parts, byBody(call)),
    'registration.ecp_challenge': (call) => makeChallenge(parts, byBody(call)),
    'registration.ecp': (call) => signEcp(parts, byBody(call), Buffer.from(call.input.body.cms, 'base64')),
    'registration.ecp_qr': (call) => openEcpCode(parts, byQuery(call)),
    'registration.ecp_qr_check': (call) => checkCode(parts, byQuery(call)),
    'registration.esf': (call) => enterEsf(parts, byBody(call), without(call.input.body)),
    'registration.confirm_agreement': (call) => acceptAgreement(parts, byBody(call), call.input.body.version),
    'registration.contract_file': (call) => readContract(parts, byPath(call)),
    'registration.contract_to_sign': (call) => prepareContract(parts, byPath(call)),
    'registration.contract_qr': (call) => openContractCode(parts, byPath(call)),
    'registration.contract_qr_check': (call) => checkCode(parts, byPath(call)),
    'registration.sign_contract': (call) => {
      const { cms, means = 'key_file' } = call.input.body;
      return signContract(parts, byQuery(call), Buffer.from(cms, 'base64'), means);
    },
    'registration.confirm': (call) => readDecision(parts, byPath(call)),
    'registration.finish': (call) => finishRegistration(parts, byBody(call)),
    'registration.need_sign_contract': (call) => readNeedSignContract(parts, byPath(call)),
    'registration.company_info': (call) => readCompany(parts, byPath(call), call.input.query.bin),
    'registration.stage': (call) => readState(parts, byQuery(call)),
    'registration.user_stage': (call) => readState(parts, byQuery(call)),
    'registration.address_suggest': async (call) => {
      const { hash_key, ip, locale } = byQuery(call);
      const row = await getRegistration(parts, hash_key, ip);
      await limitCall(db, { what: `address ${row.id}`, most: 600, window_s: 3600 });
      return suggestAddresses(db, { address: call.input.query.address, locale });
    },
    'registration.check_login': async ({ input, ip, locale }) => ({
      available: await isLoginAvailable(parts, { ip, locale }, input.query),
    }),

    'registration.verifications': async ({ input, locale }) => {
      const found = await listVerifications(db, input.query.state, input.query);
      return pageAnswer(found, input.query.limit, (row) => toVerification(row, locale));
    },
    'registration.approve': async ({ input, actor }) => {
      const { registration_id } = input.params;
      await db.transaction().execute((tx) => approveRegistration(parts, tx, actor, registration_id));
      return { registration_id, state: 'approved' };
    },
    'registration.refuse': async ({ input, actor }) => {
      const { registration_id } = input.params;
      await db
        .transaction()
        .execute((tx) => refuseRegistration(parts, tx, actor, registration_id, input.body));
      return { registration_id, state: 'refused' };
    },
  };
}

type From = Pick<StepCaller, 'ip' | 'locale'>;
type Key = { hash_key: string };

const byBody = ({ input, ip, locale }: From & { input: { body: Key } }): StepCaller => ({
  hash_key: input.body.hash_key,
  ip,
  locale,
});
const byQuery = ({ input, ip, locale }: From & { input: { query: Key } }): StepCaller => ({
  hash_key: input.query.hash_key,
  ip,
  locale,
});
const byPath = ({ input, ip, locale }: From & { input: { params: Key } }): StepCaller => ({
  hash_key: input.params.hash_key,
  ip,
  locale,
});

/** What was entered, without the key it came under. */
function without<T extends Key>({ hash_key: _, ...rest }: T): Omit<T, 'hash_key'> {
  return rest;
}

import { createHash, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { accountKeys } from '../src/features/auth/account-key.ts';
import { checkCode, sendCode } from '../src/features/codes/public.ts';
import { keepEsfSession, findEsfLogin } from '../src/features/esf/esf.queries.ts';
import { esfSessionContext, readEsfSession } from '../src/features/esf/esf-session.ts';
import { openSecrets, sealSecrets } from '../src/features/integrations/bank-secrets.ts';
import { consentMarks } from '../src/features/integrations/give-consent.ts';
import {
  findIntegration,
  putIntegration,
  setSecrets,
} from '../src/features/integrations/integrations.queries.ts';
import { callbackUrl, isCallbackMark } from '../src/features/integrations/open-bank.ts';
import { addInvitation } from '../src/features/invitations/invitations.queries.ts';
import { addContract } from '../src/features/invitations/contracts.queries.ts';
import { newInvitationLink, openInvitationLink } from '../src/features/invitations/links.ts';
import { findKeyFile, setKeyFile } from '../src/features/key-store/key-store.queries.ts';
import { keyStoreContext } from '../src/features/key-store/key-store.routes.ts';
import { openMessage, queueMessage } from '../src/features/messages/public.ts';
import { gatewayRing, tokenOf } from '../src/features/qr-signing/open-qr-session.ts';
import {
  esfPasswordOfCompany,
  esfPasswordOfRegistration,
  openEsfPassword,
  sealEsfPassword,
  setEsfCredentials,
} from '../src/features/registration/esf-credentials.ts';
import { inputHash, isRepeat, type Step } from '../src/features/registration/take-step.ts';
import { makeRecoveryCodes, spendRecoveryCode } from '../src/features/second-factors/recovery-codes.ts';
import { startTotp } from '../src/features/second-factors/second-factors.queries.ts';
import { newTotp, sealTotp, takeTotp } from '../src/features/second-factors/totp.ts';
import { createEndpoint } from '../src/features/webhooks/change-endpoint.ts';
import { findEndpoint } from '../src/features/webhooks/endpoints.queries.ts';
import { shownSecret } from '../src/features/webhooks/sign-webhook.ts';
import { secretsOf } from '../src/features/webhooks/webhook-secrets.ts';
import { isLivingChallenge, makeChallenge, type ChallengePurpose } from '../src/platform/challenges.ts';
import { makeBackupMac } from '../src/platform/backup/backup-mac.ts';
import type { Purpose } from '../src/platform/key-purposes.ts';
import { makeKeyring } from '../src/platform/keyring.ts';
import { type TestApp } from './make-app.ts';
import { makeCompany, type TestCompany } from './people.ts';

/** Makes something, and returns whether it is good in a process with other keys. Each is asked for once. */
export type Case = (app: TestApp, company: TestCompany) => Promise<(app: TestApp) => Promise<boolean>>;

let count = 0;
/** False, and not an exception, where bytes do not open. */
const opens = (work: () => Promise<boolean> | boolean) =>
  Promise.resolve()
    .then(work)
    .catch(() => false);
const challenge =
  (purpose: ChallengePurpose): Case =>
  async ({ parts }) => {
    const { bytes } = makeChallenge(parts, purpose);
    return async (app) => isLivingChallenge(app.parts, purpose, bytes);
  };
const code: Case = async ({ parts }) => {
  const phone = `+7701${String(1_000_000 + count++)}`;
  const to = { channel: 'sms', recipient: phone } as const;
  const binding = (app: Pick<TestApp, 'parts'>) =>
    ({ purpose: 'sign_in', bound_to: accountKeys(app.parts, phone), to }) as const;
  await parts.db.transaction().execute((tx) =>
    sendCode(parts, tx, {
      ...binding({ parts }),
      to: { ...to, locale: 'ru' },
      asker: { ip: `10.0.0.${count}` },
    }),
  );
  const row = await parts.db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', phone)
    .executeTakeFirstOrThrow();
  const text = /\d{6}/.exec(openMessage(parts, row).body)?.[0] ?? '';
  return (app) => opens(() => checkCode(app.parts, binding(app), text).then(() => true));
};
const ring =
  (purpose: Purpose): Case =>
  async ({ parts }) => {
    const sealed = makeKeyring(parts.config, purpose).seal('here', Buffer.from('secret'));
    return (app) => opens(() => makeKeyring(app.parts.config, purpose).open('here', sealed).length === 6);
  };

export const cases: Record<Purpose, Case | null> = {
  'access-token': async ({ parts }) => {
    const token = parts.tokens.access({ user_id: 1, session_id: 2, company_id: null, role_id: null });
    return ({ parts: now }) => opens(async () => (await now.tokens.read(token)).session_id === 2);
  },
  'half-token': async ({ parts }) => {
    const token = parts.tokens.half({ user_id: 1, means: 'password', prefer: 'person' });
    return async ({ parts: now }) => (await now.tokens.readHalf(token))?.user_id === 1;
  },
  'refresh-token': async ({ parts }) => {
    const token = parts.tokens.firstRefresh(42);
    return async ({ parts: now }) => now.tokens.sessionOfRefresh(token) === 42;
  },
  'account-names': code,
  'one-time-codes': code,
  messages: async ({ parts }) => {
    const recipient = `secret${count++}@mail.example`;
    await queueMessage(parts, parts.db, {
      kind: 'code',
      to: { channel: 'email', recipient, locale: 'ru' },
      values: { code: '424242' },
      secret: ['code'],
    });
    return (app) =>
      opens(async () => {
        const row = await app.parts.db
          .selectFrom('messages')
          .selectAll()
          .where('recipient', '=', recipient)
          .executeTakeFirstOrThrow();
        return openMessage(app.parts, row).body.includes('424242');
      });
  },
  'backup-manifests': async ({ parts }) => {
    const code = makeBackupMac(parts.config).of('manifest', Buffer.from('told'));
    return async (app) => makeBackupMac(app.parts.config).isRight('manifest', Buffer.from('told'), code);
  },
  'bank-callback': async ({ parts }) => {
    const mark = callbackUrl(parts, 7).split('/').at(-1) ?? '';
    return async (app) => isCallbackMark(app.parts, 7, mark);
  },
  'bank-consent': async (app, company) => {
    const { parts } = app;
    const actor = { session_id: 1, company_id: company.id } as Parameters<typeof consentMarks>[1];
    const [mark = ''] = consentMarks(parts, actor, 'BCC', 5);
    return async (now) => consentMarks(now.parts, actor, 'BCC', 5).includes(mark);
  },
  'bank-secrets': async (app, company) => {
    const { parts } = app;
    const { id } = await makeCompany(app);
    const of = { company_id: id, kind: 'FORTE' } as const;
    await parts.db.transaction().execute(async (tx) => {
      const change = { settings: {}, field_map: {}, status_map: {}, saved_by: company.director.user_id };
      const integration = await putIntegration(tx, id, 'FORTE', change);
      await setSecrets(tx, integration, sealSecrets(parts, of, { client_secret: 'word' }), false);
    });
    return (now) =>
      opens(async () => {
        const row = await findIntegration(now.parts.db, id, 'FORTE');
        return row !== undefined && openSecrets(now.parts, row)['client_secret'] === 'word';
      });
  },
  'challenge/new_passkey': challenge('new_passkey'),
  'challenge/passkey': challenge('passkey'),
  'challenge/prove': challenge('prove'),
  'challenge/sign_in': challenge('sign_in'),
  'esf-passwords': async (app) => {
    const { parts } = app;
    const { id, director } = await makeCompany(app);
    const of = { company_id: id, user_id: director.user_id };
    await parts.db.transaction().execute((tx) => setEsfCredentials(parts.config, tx, of, 'name', 'word'));
    const registration = await parts.db
      .insertInto('registrations')
      .values({
        kind: 'business',
        stage: 'esf',
        user_id: director.user_id,
        locale: 'ru',
        phone: '+77010000000',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const sealed = sealEsfPassword(parts.config, esfPasswordOfRegistration(registration.id), 'word');
    await parts.db
      .updateTable('registrations')
      .set({ esf_login: 'name', esf_password_sealed: sealed })
      .where('id', '=', registration.id)
      .execute();
    return (now) =>
      opens(async () => {
        const login = await findEsfLogin(now.parts.db, id);
        const { esf_password_sealed } = await now.parts.db
          .selectFrom('registrations')
          .select('esf_password_sealed')
          .where('id', '=', registration.id)
          .executeTakeFirstOrThrow();
        const { config } = now.parts;
        const of_registration = esfPasswordOfRegistration(registration.id);
        return (
          openEsfPassword(config, esfPasswordOfCompany(id), login?.password_sealed ?? Buffer.of()) ===
            'word' && openEsfPassword(config, of_registration, esf_password_sealed ?? Buffer.of()) === 'word'
        );
      });
  },
  'esf-sessions': async (app) => {
    const { parts } = app;
    const { id, director } = await makeCompany(app);
    const session_sealed = makeKeyring(parts.config, 'esf-sessions').seal(
      esfSessionContext(id),
      Buffer.from('number'),
    );
    await keepEsfSession(parts.db, {
      company_id: id,
      user_id: director.user_id,
      ticket_hash: randomBytes(32),
      session_sealed,
      opened_at: new Date(),
    });
    return (now) => opens(async () => (await readEsfSession(now.parts, id)) === 'number');
  },
  'invitation-links': async (app, company) => {
    const { parts } = app;
    const whose = { company_id: company.id, phone: `+7702${String(1_000_000 + count++)}` };
    const { hash, kept } = newInvitationLink(parts, whose);
    const file = await parts.db
      .selectFrom('files')
      .select('id')
      .where('company_id', '=', company.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const contract_id = await parts.db.transaction().execute((tx) =>
      addContract(tx, {
        company_id: company.id,
        title: 'Договор',
        type: 'services',
        start_date: '2026-01-01',
        end_date: '2099-01-01',
        source_file_id: file.id,
        created_by: company.director.user_id,
      }),
    );
    const id = await parts.db.transaction().execute((tx) =>
      addInvitation(tx, {
        ...whose,
        ...kept,
        name: 'Приглашённый',
        contract_id,
        contract_number: null,
        contract_date: null,
        end_date: '2099-01-01',
        reminded_at: new Date(),
        created_by: company.director.user_id,
      }),
    );
    return (now) =>
      opens(async () => {
        const { link_sealed } = await now.parts.db
          .selectFrom('invitations')
          .select('link_sealed')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        return openInvitationLink(now.parts, whose, link_sealed ?? Buffer.of()) === hash;
      });
  },
  'kept-scans': ring('kept-scans'),
  'key-store': async (app) => {
    const { parts } = app;
    const { user_id } = (await makeCompany(app)).director;
    const context = keyStoreContext(user_id);
    const sealed = makeKeyring(parts.config, 'key-store').seal(context, Buffer.from('key'));
    await setKeyFile(parts.db, user_id, { file_name: 'key.p12', sealed });
    return (now) =>
      opens(async () => {
        const row = await findKeyFile(now.parts.db, user_id);
        return (
          makeKeyring(now.parts.config, 'key-store').open(context, row?.sealed ?? Buffer.of()).length === 3
        );
      });
  },
  'qr-signing-gateway': async ({ parts }) => {
    const sealed = gatewayRing(parts.config).seal('qr-session', Buffer.from('there'));
    return (app) => opens(() => gatewayRing(app.parts.config).open('qr-session', sealed).length === 5);
  },
  'qr-signing-token': async ({ parts }) => {
    const token = tokenOf(parts.config, 'key');
    const digest = createHash('sha256').update(token).digest();
    return async (app) => tokenOf(app.parts.config, 'key', digest) === token;
  },
  'recovery-codes': async (app) => {
    const { parts } = app;
    const { user_id } = (await makeCompany(app)).director;
    const codes = await parts.db.transaction().execute((tx) => makeRecoveryCodes(parts, tx, user_id));
    return (now) => opens(() => spendRecoveryCode(now.parts, now.parts.db, user_id, codes.pop() ?? ''));
  },
  'registration-steps': async ({ parts }) => {
    const step: Step = { action: 'enter_esf', input: { login_esf: 'x' } };
    const row = { last_action: step.action, last_input: inputHash(parts, step) } as Parameters<
      typeof isRepeat
    >[1];
    return async (app) => isRepeat(app.parts, row, step);
  },
  'webhook-secrets': async (app, company) => {
    const { parts } = app;
    const { id, secret } = await parts.db
      .transaction()
      .execute((tx) =>
        createEndpoint(
          parts,
          tx,
          { company_id: company.id, user_id: company.director.user_id, ip: '192.0.2.1' } as Parameters<
            typeof createEndpoint
          >[2],
          { url: 'https://hook.example.kz/' },
        ),
      );
    return (now) =>
      opens(async () => {
        const row = await findEndpoint(now.parts.db, company.id, id);
        return row !== undefined && secretsOf(now.parts, row, new Date()).map(shownSecret).includes(secret);
      });
  },
  totp: async (app) => {
    const { parts } = app;
    const { user_id } = (await makeCompany(app)).director;
    const { secret } = newTotp('test');
    await startTotp(parts.db, user_id, sealTotp(parts, user_id, secret));
    let turn = 0;
    return (later) =>
      opens(async () => {
        const now = new Date(Date.now() + 60_000 * turn);
        const token = new TOTP({ secret: new Secret({ buffer: new Uint8Array(secret).buffer }) }).generate({
          timestamp: now.getTime(),
        });
        const state = turn === 0 ? 'new' : 'confirmed';
        const is_right = await takeTotp({ ...later.parts, clock: { now: () => now } }, user_id, token, state);
        if (is_right) turn++;
        return is_right;
      });
  },
  // What PURPOSES calls `own`: nothing of it is asked for by a later process.
  backup: null,
  'message-requests': null,
  'passkey-handle': null,
  'sandbox-bank-api': null,
  'sandbox-bank-login': null,
};

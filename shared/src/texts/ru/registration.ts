import type { InvitationStatus } from '../../features/invitations/invitation-status.ts';
import type { RegistrationStage } from '../../features/registration/registration-stage.ts';

/** Names of the steps of a registration, of kinds of companies and of states of invitations. */
const registration = {
  stage: {
    phone: 'Телефон',
    phone_code: 'Код из SMS',
    email: 'Почта и пароль',
    email_code: 'Код из письма',
    company_data: 'Данные компании',
    bank: 'Банк и счёт',
    ecp: 'Подпись ключом ЭЦП',
    esf: 'Вход в ИС ЭСФ',
    offer_agreement: 'Соглашение',
    contract: 'Договор с заказчиком',
    verification: 'Проверка',
    done: 'Готово',
  } satisfies Record<RegistrationStage, string>,
  company_type: {
    too: 'ТОО',
    ao: 'АО',
    ip: 'ИП',
    individual: 'Физическое лицо',
    other: 'Другая организация',
  },
  invitation: {
    sent: 'Отправлено',
    opened: 'Открыто',
    accepted: 'Принято',
    declined: 'Отклонено',
    expired: 'Срок истёк',
    cancelled: 'Отменено',
  } satisfies Record<InvitationStatus, string>,
  ecp_document: {
    title: 'Подтверждение регистрации',
    text: 'Регистрация в Kelisim\nКомпания: {{name}}\nБИН/ИИН: {{bin}}\nОдноразовый номер: {{nonce}}',
  },
  consultation_taken: 'Спасибо! Мы свяжемся с вами в рабочее время.',
  link_sent: 'Ссылка отправлена',
};

export default registration;

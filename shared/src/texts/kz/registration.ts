import type ru from '../ru/registration.ts';
import type { Texts } from '../texts.ts';

const registration: Texts<typeof ru> = {
  stage: {
    phone: 'Телефон нөмірі',
    phone_code: 'SMS коды',
    email: 'Пошта және құпиясөз',
    email_code: 'Хаттағы код',
    company_data: 'Компания деректері',
    bank: 'Банк және шот',
    ecp: 'ЭЦҚ кілтімен қол қою',
    esf: 'ЭШФ АЖ-ға кіру',
    offer_agreement: 'Келісім',
    contract: 'Тапсырыс берушімен шарт',
    verification: 'Тексеру',
    done: 'Дайын',
  },
  company_type: {
    too: 'ЖШС',
    ao: 'АҚ',
    ip: 'ЖК',
    individual: 'Жеке тұлға',
    other: 'Басқа ұйым',
  },
  invitation: {
    sent: 'Жіберілді',
    opened: 'Ашылды',
    accepted: 'Қабылданды',
    declined: 'Қабылданбады',
    expired: 'Мерзімі өтті',
    cancelled: 'Болдырылмады',
  },
  ecp_document: {
    title: 'Тіркелуді растау',
    text: 'Kelisim жүйесіне тіркелу\nКомпания: {{name}}\nБСН/ЖСН: {{bin}}\nБір реттік нөмір: {{nonce}}',
  },
  consultation_taken: 'Рақмет! Жұмыс уақытында хабарласамыз.',
  link_sent: 'Сілтеме жіберілді',
};

export default registration;

import type ru from '../ru/templates.ts';

const templates: typeof ru = {
  field: {
    contract_number: 'Шарт нөмірі',
    contract_title: 'Шарт атауы',
    contract_date: 'Шарт күні',
    start_date: 'Қолданыла басталуы',
    end_date: 'Қолданылуының аяқталуы',
    city: 'Қала',
    company_name: 'Компания атауы',
    company_bin: 'Компанияның БСН немесе ЖСН',
    company_address: 'Компания мекенжайы',
    company_phone: 'Компания телефоны',
    company_email: 'Компания поштасы',
    company_director: 'Компания басшысы',
    company_director_position: 'Басшының лауазымы',
    company_bank: 'Компания банкі',
    company_iban: 'Компания шоты (IBAN)',
    company_bic: 'Компания банкінің БСК',
    company_kbe: 'Компанияның КБе',
    executor_name: 'Орындаушының атауы немесе аты',
    executor_iin: 'Орындаушының ЖСН немесе БСН',
    executor_person: 'Орындаушының аты-жөні',
    executor_address: 'Орындаушы мекенжайы',
    executor_phone: 'Орындаушы телефоны',
    executor_email: 'Орындаушы поштасы',
    executor_bank: 'Орындаушы банкі',
    executor_iban: 'Орындаушы шоты (IBAN)',
    executor_bic: 'Орындаушы банкінің БСК',
    executor_kbe: 'Орындаушының КБе',
  },
  filled_by: {
    contract: 'Шарттың өзінен',
    company: 'Компания деректерінен',
    executor: 'Орындаушы картасынан',
  },
  sort: {
    '-created_at': 'Алдымен жаңалары',
    created_at: 'Алдымен ескілері',
    name: 'Атауы бойынша, А–Я',
    '-name': 'Атауы бойынша, Я–А',
  },
  removed: 'Үлгі жойылды',
  sample: {
    file: 'Шарт үлгісі.docx',
    heading: '№ {contract_number} ақылы қызмет көрсету шарты',
    place: '{city} қ., {contract_date}',
    parties:
      '{company_name}, БСН {company_bin}, {company_director} атынан («Тапсырыс беруші») және {executor_name}, ЖСН/БСН {executor_iin} («Орындаушы») осы шартты жасасты.',
    subject:
      '1. Орындаушы қызмет көрсетеді, ал Тапсырыс беруші оларды орындалған жұмыстар актілері бойынша қабылдап, ақысын төлейді.',
    term: '2. Шарт {start_date} бастап {end_date} дейін қолданылады.',
    details: '3. Тараптардың деректемелері',
    customer:
      'Тапсырыс беруші: {company_name}, {company_address}, шоты {company_iban}, {company_bank}, БСК {company_bic}.',
    executor:
      'Орындаушы: {executor_name}, {executor_address}, шоты {executor_iban}, {executor_bank}, БСК {executor_bic}.',
  },
};

export default templates;

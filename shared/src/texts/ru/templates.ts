import type { TemplateField, TemplateSort } from '../../features/templates/template-fields.ts';

/** Templates of contracts: their fields, the list in the settings, the sample. */
const templates = {
  field: {
    contract_number: 'Номер договора',
    contract_title: 'Название договора',
    contract_date: 'Дата договора',
    start_date: 'Начало действия',
    end_date: 'Окончание действия',
    city: 'Город',
    company_name: 'Название компании',
    company_bin: 'БИН или ИИН компании',
    company_address: 'Адрес компании',
    company_phone: 'Телефон компании',
    company_email: 'Почта компании',
    company_director: 'Руководитель компании',
    company_director_position: 'Должность руководителя',
    company_bank: 'Банк компании',
    company_iban: 'Счёт компании (IBAN)',
    company_bic: 'БИК банка компании',
    company_kbe: 'КБе компании',
    executor_name: 'Название или имя исполнителя',
    executor_iin: 'ИИН или БИН исполнителя',
    executor_person: 'ФИО исполнителя',
    executor_address: 'Адрес исполнителя',
    executor_phone: 'Телефон исполнителя',
    executor_email: 'Почта исполнителя',
    executor_bank: 'Банк исполнителя',
    executor_iban: 'Счёт исполнителя (IBAN)',
    executor_bic: 'БИК банка исполнителя',
    executor_kbe: 'КБе исполнителя',
  } satisfies Record<TemplateField, string>,
  filled_by: {
    contract: 'Из самого договора',
    company: 'Из данных компании',
    executor: 'Из карточки исполнителя',
  },
  sort: {
    '-created_at': 'Сначала новые',
    created_at: 'Сначала старые',
    name: 'По названию, А–Я',
    '-name': 'По названию, Я–А',
  } satisfies Record<TemplateSort, string>,
  removed: 'Шаблон удалён',
  sample: {
    file: 'Образец договора.docx',
    heading: 'Договор возмездного оказания услуг № {contract_number}',
    place: 'г. {city}, {contract_date}',
    parties:
      '{company_name}, БИН {company_bin}, в лице {company_director} («Заказчик»), и {executor_name}, ИИН/БИН {executor_iin} («Исполнитель»), заключили настоящий договор.',
    subject:
      '1. Исполнитель оказывает услуги, а Заказчик принимает их по актам выполненных работ и оплачивает.',
    term: '2. Договор действует с {start_date} по {end_date}.',
    details: '3. Реквизиты сторон',
    customer:
      'Заказчик: {company_name}, {company_address}, счёт {company_iban} в {company_bank}, БИК {company_bic}.',
    executor:
      'Исполнитель: {executor_name}, {executor_address}, счёт {executor_iban} в {executor_bank}, БИК {executor_bic}.',
  },
};

export default templates;

/** The archive with all papers of a month: its card and what stands inside. */
export default {
  title: 'Пакет документов за месяц',
  about:
    'Один архив: акты, договоры, счета-фактуры, платежи и акты сверки за месяц, с карточками подписей, реестром в XLSX и оглавлением. После закрытия месяца смена названий, ставок и шаблонов его не меняет.',
  month: 'Месяц',
  download: 'Скачать пакет',
  file: 'kelisim-paket-{{month}}.zip',
  contents: 'Оглавление',
  register: 'Реестр',
  lead: '{{company}}, БИН/ИИН {{bin}}. За период с {{from}} по {{to}}.',
  closed: 'Период закрыт {{moment}}: данные больше не меняются от настроек.',
  open: 'Период не закрыт: данные ещё могут измениться.',
  count: 'Записей: {{count}}',
  sum: 'на сумму {{sum}} тенге',
  empty: 'За этот месяц ничего нет.',
  missing: 'Не удалось приложить',
  missing_about:
    'Этих файлов сейчас нет. Скачайте пакет ещё раз позже или откройте их на странице документа.',
  sections: {
    acts: 'Акты',
    contracts: 'Договоры',
    invoices: 'ЭСФ и ЭАВР',
    payments: 'Платежи',
    reconciliations: 'Акты сверки',
  },
  columns: {
    vat: 'В т. ч. НДС',
    contract: 'Договор',
    files: 'Файлы',
    place: 'Где лежит',
    turnover: 'Дата оборота',
    what: 'Основание',
    order: 'Поручение',
  },
};

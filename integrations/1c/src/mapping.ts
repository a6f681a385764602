/**
 * What is read and written in «1С:Бухгалтерия 8 для Казахстана» 3.0: names of 1C, their names in its OData, and where
 * the value comes from in Kelisim. `sample` is copied from the last posted document of the same counterparty: 1C fills
 * accounts only in its forms. The module in BSL and the program over OData use these names and no others.
 */
export const MAPPING = {
  Организации: {
    entity: 'Catalog_Организации',
    fields: {
      ПометкаУдаления: ['DeletionMark', 'search'],
      ИдентификационныйНомер: ['ИдентификационныйНомер', 'company.bin'],
    },
  },
  Контрагенты: {
    entity: 'Catalog_Контрагенты',
    fields: {
      ПометкаУдаления: ['DeletionMark', 'search'],
      Наименование: ['Description', 'executor.full_name'],
      НаименованиеПолное: ['НаименованиеПолное', 'executor.full_name'],
      ИдентификационныйКодЛичности: ['ИдентификационныйКодЛичности', 'executor.bin'],
      ЮрФизЛицо: ['ЮрФизЛицо', 'executor.bin'],
    },
  },
  ДоговорыКонтрагентов: {
    entity: 'Catalog_ДоговорыКонтрагентов',
    fields: {
      ПометкаУдаления: ['DeletionMark', 'search'],
      Наименование: ['Description', 'contract.number, contract.date'],
      Владелец: ['Owner_Key', 'contract.contractor_company'],
      Организация: ['Организация_Key', 'company.bin'],
      ВидДоговора: ['ВидДоговора', 'СПоставщиком'],
      НомерДоговора: ['НомерДоговора', 'contract.number'],
      ДатаДоговора: ['ДатаДоговора', 'contract.date'],
      ДатаНачалаДействияДоговора: ['ДатаНачалаДействияДоговора', 'contract.start_date'],
      ДатаОкончанияДействияДоговора: ['ДатаОкончанияДействияДоговора', 'contract.end_date'],
      ВалютаВзаиморасчетов: ['ВалютаВзаиморасчетов_Key', 'sample'],
    },
  },
  ПоступлениеТоваровУслуг: {
    entity: 'Document_ПоступлениеТоваровУслуг',
    fields: {
      ПометкаУдаления: ['DeletionMark', 'search'],
      Проведен: ['Posted', 'search'],
      Дата: ['Date', 'act.act_date'],
      Организация: ['Организация_Key', 'company.bin'],
      Контрагент: ['Контрагент_Key', 'act.contractor_company'],
      ДоговорКонтрагента: ['ДоговорКонтрагента_Key', 'act.contract_id'],
      ВалютаДокумента: ['ВалютаДокумента_Key', 'ДоговорыКонтрагентов.ВалютаВзаиморасчетов'],
      КурсВзаиморасчетов: ['КурсВзаиморасчетов', '1'],
      КратностьВзаиморасчетов: ['КратностьВзаиморасчетов', '1'],
      ВидОперации: ['ВидОперации', 'Услуги'],
      СуммаВключаетНДС: ['СуммаВключаетНДС', 'true'],
      СуммаДокумента: ['СуммаДокумента', 'act.amount'],
      НомерВходящегоДокумента: ['НомерВходящегоДокумента', 'act.number'],
      ДатаВходящегоДокумента: ['ДатаВходящегоДокумента', 'act.act_date'],
      Комментарий: ['Комментарий', 'act.id, esf.registration_number'],
      УчитыватьНДС: ['УчитыватьНДС', 'sample'],
      УчитыватьКПН: ['УчитыватьКПН', 'sample'],
      СчетУчетаРасчетовСКонтрагентом: ['СчетУчетаРасчетовСКонтрагентом_Key', 'sample'],
      СчетУчетаРасчетовПоАвансам: ['СчетУчетаРасчетовПоАвансам_Key', 'sample'],
      Услуги: ['Услуги', 'act.services'],
    },
  },
  /** The rows of `Услуги`. */
  Услуги: {
    entity: 'Услуги',
    fields: {
      Содержание: ['Содержание', 'service.description'],
      Количество: ['Количество', 'service.quantity'],
      Цена: ['Цена', 'service.rate'],
      Сумма: ['Сумма', 'service.amount'],
      СуммаНДС: ['СуммаНДС', 'search'],
      Номенклатура: ['Номенклатура_Key', 'sample'],
      СчетЗатратБУ: ['СчетЗатратБУ_Key', 'sample'],
      СчетЗатратНУ: ['СчетЗатратНУ_Key', 'sample'],
      СчетУчетаНДС: ['СчетУчетаНДС_Key', 'sample'],
      НДСВидОборота: ['НДСВидОборота', 'sample'],
      НДСВидПоступления: ['НДСВидПоступления_Key', 'sample'],
    },
  },
  ПлатежноеПоручениеИсходящее: {
    entity: 'Document_ПлатежноеПоручениеИсходящее',
    fields: {
      ПометкаУдаления: ['DeletionMark', 'search'],
      Дата: ['Date', 'payment.settled_on'],
      Организация: ['Организация_Key', 'company.bin'],
      Контрагент: ['Контрагент_Key', 'payment.payee.bin'],
      СуммаДокумента: ['СуммаДокумента', 'payment.settled_amount'],
      ДатаВыписки: ['ДатаВыписки', 'payment.settled_on'],
      Оплачено: ['Оплачено', 'true'],
      КодНазначенияПлатежа: ['КодНазначенияПлатежа', 'payment.knp'],
      НазначениеПлатежа: ['НазначениеПлатежа', 'payment.purpose'],
      Комментарий: ['Комментарий', 'payment.id'],
      СчетОрганизации: ['СчетОрганизации_Key', 'sample'],
      СчетКонтрагента: ['СчетКонтрагента_Key', 'sample'],
    },
  },
} as const;

export type ObjectName = keyof typeof MAPPING;
export type FieldName<Name extends ObjectName> = keyof (typeof MAPPING)[Name]['fields'] & string;

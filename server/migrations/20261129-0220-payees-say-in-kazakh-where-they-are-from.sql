-- Names and sources in the product's own words; what an office is really called only its company knows.
alter table tax_payees add column source_kz text;
update tax_payees set name_kz = 'Төлеуші орналасқан жердегі мемлекеттік кірістер басқармасы'
where name = 'Управление государственных доходов по месту нахождения плательщика';
update tax_payees set source_kz = said.kz from (values
  ('Правила проверки платежей банка, коды отчётов ГФСС', 'Банктің төлемдерді тексеру ережелері, ГФСС есептерінің кодтары'),
  ('Правила проверки платежей банка, реквизиты ФСМС', 'Банктің төлемдерді тексеру ережелері, ФСМС деректемелері'),
  ('КНП и КБК из открытых источников; БИН и счёт у каждого управления свои',
    'ТМК мен бюджеттік сыныптама коды ашық дереккөздерден; БСН мен шот әр басқармада бөлек')
) as said (ru, kz) where source = said.ru;

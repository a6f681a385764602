-- Sentences cite the law. What came with the product names it where the facts do; where it was read stays beside it.
update tax_figures set source = 'Закон об ОСМС, ст. 28; uchet.kz'
where created_by is null and source = 'uchet.kz: Закон об ОСМС, ст. 28';
update tax_figures set source = 'база: приказ МТСЗН № 299 от 30.09.2025; gfss.kz; pro1c.kz, 30.01.2026'
where created_by is null and figure = 'so_percent' and source = 'gfss.kz; pro1c.kz, 30.01.2026';
update tax_figures set source = 'Прежний Налоговый кодекс, ст. 356; PwC Kazakhstan, alert 257'
where created_by is null and figure = 'deduction_mrp' and source = 'PwC Kazakhstan, alert 257';

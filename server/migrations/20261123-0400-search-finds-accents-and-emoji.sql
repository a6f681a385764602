-- A letter with an accent is found by the letter itself, since half of the keyboards cannot type the accent, and an emoji
-- is a word of its own. The same as latinKey of shared/src/kernel/latin-key.ts.
create or replace function latin_key(value text) returns text
  language sql immutable strict parallel safe
  return btrim(replace(replace(replace(replace(replace(regexp_replace(regexp_replace(translate(
    regexp_replace(normalize(value, NFD), U&'[\0300-\036F]+', '', 'g'),
    'аАәӘəƏбБвВгГғҒґҐдДđĐеЕєЄэЭжЖзЗиИіІıкКқҚлЛłŁмМнНңҢŋŊоОөӨøØпПрРсСтТуУұҰүҮфФхХһҺҳҲцЦчЧшШщЩыЫюЮяЯABCDEFGHIJKLMNOPQRSTUVWXYZъЪьЬ',
    'aaaaaabbvvggggggddddeeeeeeZZzziiiiikkkkllllmmnnnnnnoooooopprrssttuuuuuuffhhhhhhccCCSSSSyyUUAAabcdefghijklmnopqrstuvwxyz'),
    U&'([\2300-\23FF\2600-\27BF\2B00-\2BFF\+01F000-\+01FAFF])', ' \1 ', 'g'),
    U&'[^a-z0-9ACSUZ\2300-\23FF\2600-\27BF\2B00-\2BFF\+01F000-\+01FAFF]+', ' ', 'g'),
    'Z', 'zh'), 'C', 'ch'), 'S', 'sh'), 'U', 'iu'), 'A', 'ia'));

-- Keys that are stored are worked out again.
alter table companies alter column search_key set expression as (latin_key(name));
alter table documents alter column search_key set expression as (latin_key(title));
alter table acts alter column words set expression as (act_words(company_id, title));

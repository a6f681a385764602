-- What is searched is found by Latin keys, the same as latinKey of shared/src/kernel/latin-key.ts; the capitals C, S, A,
-- U and Z stand for the spellings of two letters until the end. Not by the locale of the database, which may know no Cyrillic.
create function latin_key(value text) returns text
  language sql immutable strict parallel safe
  return btrim(replace(replace(replace(replace(replace(regexp_replace(translate(normalize(value, NFC),
    'аАәӘбБвВгГғҒдДеЕёЁжЖзЗиИйЙкКқҚлЛмМнНңҢоОөӨпПрРсСтТуУұҰүҮфФхХһҺцЦчЧшШщЩыЫіІэЭюЮяЯABCDEFGHIJKLMNOPQRSTUVWXYZъЪьЬ',
    'aaaabbvvggggddeeeeZZzziiiikkkkllmmnnnnoooopprrssttuuuuuuffhhhhccCCSSSSyyiieeUUAAabcdefghijklmnopqrstuvwxyz'),
    '[^a-z0-9ACSUZ]+', ' ', 'g'),
    'Z', 'zh'), 'C', 'ch'), 'S', 'sh'), 'U', 'iu'), 'A', 'ia'));

alter table companies add column search_key text collate "C" generated always as (latin_key(name)) stored;
create index companies_by_search_key on companies using gin (search_key gin_trgm_ops);
alter table documents add column search_key text collate "C" generated always as (latin_key(title)) stored;

-- The words of the title of an act, each with its company before it: a word that every company uses leads to the acts of
-- one company alone, however many others there are.
create function act_words(company_id bigint, title text) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(
    array(select company_id::text || ':' || word from unnest(string_to_array(public.latin_key(title), ' ')) word where word <> ''));
create index acts_by_words on acts using gin (act_words(company_id, title)) where deleted_at is null;

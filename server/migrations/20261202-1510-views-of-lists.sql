-- Filters and order that a person keeps of any list, in one company; one of each list may open by itself. Until now they
-- were kept of acts alone, in act_views: processes of the version before go on writing there while they are replaced.
create table list_views (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  list text not null check (list in ('acts', 'contracts', 'executors', 'invitations', 'orders', 'esf')),
  name text not null check (name <> ''),
  query jsonb not null,
  is_default boolean not null default false,
  unique (user_id, company_id, list, name)
);
create unique index list_views_one_default on list_views (user_id, company_id, list) where is_default;

create function act_views_are_views_of_lists() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from list_views where user_id = old.user_id and company_id = old.company_id and list = 'acts' and name = old.name;
  end if;
  if tg_op <> 'DELETE' then
    insert into list_views (company_id, user_id, list, name, query, is_default)
    values (new.company_id, new.user_id, 'acts', new.name, new.query, new.is_default)
    on conflict (user_id, company_id, list, name)
    do update set query = excluded.query, is_default = excluded.is_default;
  end if;
  return null;
end $$;
create trigger act_views_are_views_of_lists after insert or update or delete on act_views
  for each row execute function act_views_are_views_of_lists();

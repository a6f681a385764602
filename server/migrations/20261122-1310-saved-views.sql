-- Filters and order of a list that a person keeps under a name, in one company; one of them may open by itself.
create table act_views (
  id bigint generated always as identity primary key,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  name text not null check (name <> ''),
  query jsonb not null,
  is_default boolean not null default false,
  unique (user_id, company_id, name)
);
create unique index act_views_one_default on act_views (user_id, company_id) where is_default;

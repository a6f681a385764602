-- Which columns of a list a person sees, in which order, and how high its rows are.
create table list_looks (
  user_id bigint not null references users,
  list text not null check (list in ('acts', 'contracts', 'executors', 'invitations', 'orders', 'esf')),
  columns text[] not null,
  density text not null check (density in ('compact', 'wide')),
  primary key (user_id, list)
);

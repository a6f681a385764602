-- What a company asks the platform, and what is answered.
create table support_tickets (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  user_id bigint not null references users,
  theme text not null check (theme in ('acts', 'contracts', 'signing', 'payments', 'access', 'tariff', 'idea', 'other')),
  status text not null check (status in ('new', 'in_progress', 'waiting_for_user', 'resolved', 'closed')),
  text text not null,
  locale text not null check (locale in ('ru', 'kz')),
  -- The number of its last message: a side has read the ticket when it has read up to here.
  last_seq integer not null default 1 check (last_seq > 0),
  read_by_admin boolean not null default false,
  read_by_business boolean not null default true,
  created_at timestamptz not null default now(),
  last_message_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id)
);
create index on support_tickets (company_id, last_message_at desc, id desc);
create index on support_tickets (last_message_at desc, id desc);

create table ticket_messages (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  ticket_id bigint not null,
  seq integer not null check (seq > 0),
  user_id bigint not null references users,
  by_support boolean not null,
  text text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (id),
  unique (company_id, ticket_id, seq),
  foreign key (company_id, ticket_id) references support_tickets (company_id, id)
);

create table ticket_attachments (
  id bigint generated always as identity,
  company_id bigint not null references companies,
  message_id bigint not null,
  position smallint not null check (position between 1 and 3),
  file_id bigint not null,
  primary key (company_id, id),
  unique (id),
  unique (company_id, message_id, position),
  foreign key (company_id, message_id) references ticket_messages (company_id, id),
  foreign key (company_id, file_id) references files (company_id, id)
);

create table ticket_history (
  company_id bigint not null references companies,
  ticket_id bigint not null,
  seq integer not null,
  action text not null check (action in ('open', 'write', 'take', 'wait', 'resolve', 'close')),
  side text not null check (side in ('user', 'support')),
  user_id bigint not null references users,
  from_status text,
  to_status text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, ticket_id, seq),
  foreign key (company_id, ticket_id) references support_tickets (company_id, id)
);

-- What the desk answers often, in both languages.
create table support_answers (
  id bigint generated always as identity primary key,
  title text not null,
  text_ru text not null,
  text_kz text not null,
  updated_by bigint not null references users,
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);

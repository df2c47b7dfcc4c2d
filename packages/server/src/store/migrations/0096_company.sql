-- Companies of visitors: the values of the visitors' field "company" (CO-001). Triggers keep both
-- tables.
create table company_visitor (
  account_id bigint not null,
  visitor_id bigint not null,
  number bigint not null,
  -- The form that is compared (company_key), and the spelling of this visitor.
  key text collate "C" not null,
  name text not null,
  -- Chats that are not closed, and when the latest chat began. null: the visitor has no chat.
  open_chats int not null,
  last_chat_at timestamptz,
  primary key (account_id, visitor_id)
);
create index company_visitor_number on company_visitor (account_id, key, number);
create index company_visitor_chat on company_visitor (account_id, key, last_chat_at);

create table company (
  account_id bigint not null,
  key text collate "C" not null,
  visitors int not null,
  open_chats int not null,
  last_chat_at timestamptz,
  primary key (account_id, key)
);
create index company_chat on company (account_id, coalesce(last_chat_at, timestamptz 'epoch') desc, key desc);

alter table company_visitor enable row level security;
alter table company_visitor force row level security;
grant select on company_visitor to parlour_reader;
grant select, insert, update, delete on company_visitor to parlour_writer;
create policy writer on company_visitor to parlour_writer using (true) with check (true);
create policy reader on company_visitor for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table company enable row level security;
alter table company force row level security;
grant select on company to parlour_reader;
grant select, insert, update, delete on company to parlour_writer;
create policy writer on company to parlour_writer using (true) with check (true);
create policy reader on company for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

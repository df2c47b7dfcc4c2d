-- Visits of sites by widgets' visitors (product.md 2): what the desk shows of each. Plain rows beside the journal; the widget edge writes them.
create table visit (
  account_id bigint not null,
  id bigint generated always as identity,
  visitor_id bigint not null,
  channel_id bigint not null,
  started_at timestamptz not null,
  last_at timestamptz not null,
  -- How often another page was looked at.
  pages int not null,
  first_url text not null,
  referrer text not null,
  -- The latest pages, newest first: [{"url", "title", "at"}].
  trail jsonb not null,
  -- Session of WH-025; its address and device go before the visit does (CFG-031 addresses_days).
  session jsonb not null,
  -- Invitations by operators (WG-090 invitations.per_visit).
  invitations int not null default 0,
  primary key (account_id, id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index visit_visitor on visit (account_id, visitor_id, started_at desc);
alter table visit enable row level security;
alter table visit force row level security;
create policy writer on visit to parlour_writer using (true) with check (true);
grant select, insert, update, delete on visit to parlour_writer;
grant select on visit to parlour_reader;
create policy reader on visit for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

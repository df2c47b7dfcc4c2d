-- Messages of visitors that operators noted as gaps of the articles, or dismissed (ART-045). Their
-- texts are read from the journal.
create table article_gap (
  account_id bigint not null references account (id),
  chat_id bigint not null,
  seq int not null,
  state text not null check (state in ('noted', 'dismissed')),
  -- Who set the state last.
  operator_id bigint not null,
  at timestamptz not null,
  primary key (account_id, chat_id, seq)
);
create index article_gap_at on article_gap (account_id, at);
alter table article_gap enable row level security;
alter table article_gap force row level security;
grant select on article_gap to parlour_reader;
grant select, insert, update, delete on article_gap to parlour_writer;
create policy writer on article_gap to parlour_writer using (true) with check (true);
create policy reader on article_gap for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

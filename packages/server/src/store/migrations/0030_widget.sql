-- The site widget (interface D).

-- A widget has settings (WG-090) and no endpoint.
alter table channel alter column endpoint_id drop not null;
alter table channel add column widget jsonb;
-- The secret of signed identity (WG-047), encrypted under SECRET_KEY; null: off.
alter table channel add column identity_secret bytea;
alter table channel add check ((kind = 'widget') = (widget is not null)), add check ((kind = 'api') = (endpoint_id is not null));

-- Tokens of visitors (WG-084), found by their SHA-256. `customer` is the visitor's key on his channel; several browsers of a signed visitor
-- have a token each. A row is older than its visitor, who comes with the first event.
create table widget_token (
  hash bytea primary key,
  account_id bigint not null,
  channel_id bigint not null,
  customer text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index widget_token_customer on widget_token (account_id, channel_id, customer);
alter table widget_token enable row level security;
alter table widget_token force row level security;
create policy writer on widget_token to parlour_writer using (true) with check (true);
grant select, insert, update, delete on widget_token to parlour_writer;
grant select on widget_token to parlour_reader;
create policy reader on widget_token for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

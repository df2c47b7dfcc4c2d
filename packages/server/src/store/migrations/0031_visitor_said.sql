-- Value of setUserToken (WG-046): beside the visitor, never in an entity, an event or a log; read when a webhook is built and for the blacklist.
create table user_token (
  account_id bigint not null,
  visitor_id bigint not null,
  token text not null,
  updated_at timestamptz not null,
  primary key (account_id, visitor_id)
);
alter table user_token enable row level security;
alter table user_token force row level security;
create policy writer on user_token to parlour_writer using (true) with check (true);
grant select, insert, update, delete on user_token to parlour_writer;
grant select on user_token to parlour_reader;
create policy reader on user_token for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Call-backs (CORE-100 – CORE-106).

-- When a running call ends by itself; kept by the reader `calls`. A row may be early, never late. ended_at: the telephony server said that the
-- call is over and that a record follows: it ends at due_at at the latest, as of then (CORE-106).
create sequence call_timer_stamp;
create table call_timer (
  account_id bigint not null,
  call_id bigint not null,
  chat_id bigint not null,
  due_at timestamptz not null,
  ended_at timestamptz,
  -- Another one at each change: who looked at the call removes only the row that he read.
  stamp bigint not null default nextval('call_timer_stamp'),
  primary key (account_id, call_id)
);
create index call_timer_due on call_timer (due_at);

-- What calls cost (CORE-105): each once.
create table call_use (
  account_id bigint not null references account (id),
  call_id bigint not null,
  minutes int not null,
  at timestamptz not null,
  primary key (account_id, call_id)
);

-- The telephony server of the driver `http`: an endpoint of the ledger, and the secret part of the address it reports to, sealed, found by its
-- SHA-256.
alter table endpoint drop constraint endpoint_kind_check;
alter table endpoint add constraint endpoint_kind_check check (kind in ('channel', 'bot', 'webhook', 'push', 'call'));
create table call_driver (
  account_id bigint primary key references account (id),
  endpoint_id bigint not null,
  report_hash bytea not null unique,
  report_secret bytea not null,
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);

-- A reader begins where the journal stands: before this no call could begin.
insert into cursor (reader, account_id, position) select 'calls', account_id, position from account_head;

grant usage on sequence call_timer_stamp to parlour_writer;
do $$
declare
  t text;
begin
  foreach t in array array['call_timer', 'call_use', 'call_driver'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = (select nullif(current_setting(''app.account'', true), '''')::bigint))', t);
  end loop;
end $$;

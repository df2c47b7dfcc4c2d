-- Web push (decision 0084): keys of the installation, devices of signed-in operators, what their self-tests found.

-- VAPID (RFC 8292): made at first start; the private one sealed under SECRET_KEY (CORE-125).
alter table instance add column push_public text, add column push_private bytea;

-- A device is an endpoint of the ledger; its secret holds the keys of the subscription. Its address is nobody's to read: the ledger shows the name.
alter table endpoint drop constraint endpoint_kind_check;
alter table endpoint add constraint endpoint_kind_check check (kind in ('channel', 'bot', 'webhook', 'push'));
alter table endpoint add column name text;
create index endpoint_push on endpoint (account_id, url) where kind = 'push';

-- A session has one device, and ends it.
create unique index session_id on session (id);
create table push_subscription (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  operator_id bigint not null,
  session_id bigint not null references session (id) on delete cascade,
  endpoint_id bigint not null,
  -- As its owner knows it; the endpoint has his name before it.
  name text not null,
  -- Words of its notices; with the visitor's text only when asked for.
  language text not null check (language in ('en', 'ru')),
  show_text boolean not null default false,
  -- Quiet hours `{from, to, timezone}`; null: none.
  quiet jsonb,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, endpoint_id) references endpoint (account_id, id)
);
create unique index push_subscription_session on push_subscription (session_id);
create unique index push_subscription_endpoint on push_subscription (account_id, endpoint_id);
create index push_subscription_operator on push_subscription (account_id, operator_id);

-- The latest self-test of each operator: which rows did not work.
create table self_test (
  account_id bigint not null references account (id),
  operator_id bigint not null,
  at timestamptz not null,
  broken text[] not null,
  primary key (account_id, operator_id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);

do $$
declare
  t text;
begin
  foreach t in array array['push_subscription', 'self_test'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)', t);
  end loop;
end $$;

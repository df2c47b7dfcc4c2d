-- What the desk's settings are made of (decision 0012). How chats find operators is the key `routing` of account.settings.

-- Words of the account's own that mark chats.
create table tag (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (account_id, id)
);
create unique index tag_name on tag (account_id, lower(name));

-- CORE-070. `value` in the form that is compared; `shown` as it was given. A row stays when it is lifted.
create table blacklist_entry (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  kind text not null check (kind in ('visitor', 'ip', 'range', 'country', 'email', 'phone', 'user_token', 'customer')),
  value text not null,
  shown text not null,
  until timestamptz,
  reason text,
  -- The chat it was made in (API-027).
  chat_id bigint,
  created_by bigint,
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  lifted_by bigint,
  lifted_at timestamptz,
  primary key (account_id, id)
);
create index blacklist_entry_in_force on blacklist_entry (account_id) where lifted_at is null;

do $$
declare
  t text;
begin
  foreach t in array array['tag', 'blacklist_entry'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)', t);
  end loop;
end $$;

-- Fields that an account defines for its visitors and chats (FLD-001). The values are in the bodies
-- of visitors and chats.
create table field (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  object text not null check (object in ('visitor', 'chat')),
  key text not null,
  kind text not null check (kind in ('text', 'number', 'flag', 'date', 'one_of', 'several_of', 'link')),
  name text not null,
  help text not null,
  -- Values of the kinds one_of and several_of, in the order of forms.
  options text[] not null,
  -- Roles that change values. The owner always can.
  edit_roles text[] not null,
  sources text[] not null,
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  -- null: in use. The row stays after the removal, so that no other field gets its key.
  deleted_at timestamptz,
  primary key (account_id, id),
  unique (account_id, object, key)
);
alter table field enable row level security;
alter table field force row level security;
grant select on field to parlour_reader;
grant select, insert, update, delete on field to parlour_writer;
create policy writer on field to parlour_writer using (true) with check (true);
create policy reader on field for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

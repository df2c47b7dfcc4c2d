-- Custom roles (ROLE-001): a built-in role with added permissions.
create table custom_role (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  base text not null check (base in ('developer', 'operator', 'viewer')),
  -- Names of permissions, as the service API has them.
  permissions text[] not null,
  managed boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id),
  unique (account_id, id, base)
);
create unique index custom_role_name on custom_role (account_id, lower(name));

-- An operator has at most one custom role. Its base is their role.
alter table operator add column custom_role_id bigint;
alter table operator add constraint operator_custom_role
  foreign key (account_id, custom_role_id, role) references custom_role (account_id, id, base)
  on update cascade on delete set null (custom_role_id);

alter table custom_role enable row level security;
alter table custom_role force row level security;
grant select on custom_role to parlour_reader;
grant select, insert, update, delete on custom_role to parlour_writer;
create policy writer on custom_role to parlour_writer using (true) with check (true);
create policy reader on custom_role for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- What identity providers store with operators and departments over SCIM (SSO-021): their own id,
-- and whether they deleted the operator. A provider does not see an operator that it deleted.
create table scim_resource (
  account_id bigint not null references account (id),
  kind text not null check (kind in ('user', 'group')),
  -- That of the operator or the department.
  resource_id bigint not null,
  external_id text,
  deleted boolean not null default false,
  primary key (account_id, kind, resource_id)
);
alter table scim_resource enable row level security;
alter table scim_resource force row level security;
grant select on scim_resource to parlour_reader;
grant select, insert, update, delete on scim_resource to parlour_writer;
create policy writer on scim_resource to parlour_writer using (true) with check (true);
create policy reader on scim_resource for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

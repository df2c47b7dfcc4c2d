-- Segments: conditions on visitors (SEG-001), of one operator, of a department, or of the account.
create table segment (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  name text not null,
  -- The condition on visitors (decision 0208).
  condition jsonb not null,
  audience text not null check (audience in ('me', 'department', 'all')),
  department_id bigint,
  -- The operator who created it. null: the provisioning file. Only they use one of audience 'me'.
  owner_id bigint,
  managed boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id),
  check (audience <> 'me' or owner_id is not null),
  check ((audience = 'department') = (department_id is not null)),
  foreign key (account_id, owner_id) references operator (account_id, id),
  foreign key (account_id, department_id) references department (account_id, id) on delete cascade
);
-- Names are unique among the shared segments, and among those of each operator.
create unique index segment_name on segment
  (account_id, (case when audience = 'me' then owner_id else 0 end), lower(name));

alter table segment enable row level security;
alter table segment force row level security;
grant select on segment to parlour_reader;
grant select, insert, update, delete on segment to parlour_writer;
create policy writer on segment to parlour_writer using (true) with check (true);
create policy reader on segment for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- A file that was uploaded for an import (MV-033). Its bytes are in the storage of files.
create table move_file (
  account_id bigint not null references account (id),
  -- Random. Requests name the file by it.
  id text not null,
  name text not null,
  size bigint not null,
  storage text not null check (storage in ('disk', 's3')),
  -- Until the bytes are stored, no request finds the file.
  is_stored boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index move_file_age on move_file (created_at);

alter table move_file enable row level security;
alter table move_file force row level security;
grant select on move_file to parlour_reader;
grant select, insert, update, delete on move_file to parlour_writer;
create policy writer on move_file to parlour_writer using (true) with check (true);
create policy reader on move_file for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

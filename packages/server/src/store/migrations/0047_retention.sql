-- Removal by age (CORE-115).
-- When a chat's words were removed because of its age; its row, its numbers and its places stay.
alter table chat add column removed_at timestamptz;
create index file_age on file (created_at) where state = 'stored';

-- Ids that came with an account from another installation: they are never drawn again (CORE-004).
create table taken_id (
  account_id bigint not null,
  kind text not null check (kind in ('chat', 'visitor')),
  id bigint not null,
  primary key (kind, id)
);
grant select, insert, delete on taken_id to parlour_writer;
grant select on taken_id to parlour_reader;
alter table taken_id enable row level security;
alter table taken_id force row level security;
create policy writer on taken_id to parlour_writer using (true) with check (true);
create policy reader on taken_id for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

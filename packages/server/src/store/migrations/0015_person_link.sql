-- Decisions of operators about two visitors (CORE-290). Rows contain no personal data.
create table person_link (
  account_id bigint not null,
  -- same: they are one person. different: they are not, and are no longer suggested for a merge.
  kind text not null check (kind in ('same', 'different')),
  -- Ids of the two visitors, the lower one first.
  visitor_id bigint not null,
  other_id bigint not null,
  -- null: an operator who was deleted from an imported account.
  created_by bigint,
  created_at timestamptz not null,
  primary key (account_id, kind, visitor_id, other_id),
  check (visitor_id < other_id)
);
create index person_link_other on person_link (account_id, kind, other_id);
alter table person_link enable row level security;
alter table person_link force row level security;
grant select on person_link to parlour_reader;
grant select, insert, update, delete on person_link to parlour_writer;
create policy writer on person_link to parlour_writer using (true) with check (true);
create policy reader on person_link for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Passages of published articles and of quick replies for agents, with vectors of the embedding
-- model (AGENT-100). They are made again from their texts, so no export has them.
create table passage (
  account_id bigint not null references account (id),
  -- Assigned once, so that nodes with a copy in memory find the rows that are new.
  number bigint not null,
  -- `reference`: a sentence that has nothing to do with any question (passages/references.ts).
  kind text not null check (kind in ('article', 'reply', 'reference')),
  source_id bigint not null,
  -- That of the article or the quick reply. Empty: any language.
  language text collate "C" not null,
  -- SHA-256 of the text.
  hash bytea not null,
  model text not null,
  -- A scale of 4 bytes, then a signed byte per dimension (passages/vector.ts).
  vector bytea not null,
  primary key (account_id, number)
);
create unique index passage_text on passage (account_id, kind, source_id, language, hash);
-- Compression does not make vectors shorter.
alter table passage alter column vector set storage external;

-- Texts whose passages are all stored. A text that has changed since has another version, and one
-- that is no longer public has no text.
create table passage_source (
  account_id bigint not null references account (id),
  kind text not null,
  source_id bigint not null,
  language text collate "C" not null,
  -- Version of the article, or MD5 of the quick reply.
  version text not null,
  model text not null,
  dimensions int not null,
  primary key (account_id, kind, source_id, language)
);

-- One row per account that has or had an embedding model: when its texts are compared with the
-- passages.
create table passage_job (
  account_id bigint primary key references account (id),
  -- null: nothing is due.
  due_at timestamptz,
  -- Set while a node works on it. Another node may take it afterwards.
  claimed_until timestamptz,
  -- Number of changes of texts and settings. One that comes during the work makes it due again.
  changes bigint not null default 0,
  -- Requests that failed since the last one that succeeded, and why the latest one did.
  failures int not null default 0,
  problem text,
  message text,
  -- Texts of the next request. Fewer after a failure.
  batch_size int not null default 32,
  -- Length of the vectors of the latest answer, and the model that gave it.
  model text,
  dimensions int,
  -- Last number of a passage.
  last_number bigint not null default 0,
  -- Raised by each change of passages, so that nodes read them again.
  revision bigint not null default 0
);
create index passage_job_due on passage_job (due_at) where due_at is not null;

alter table passage enable row level security;
alter table passage force row level security;
grant select on passage to parlour_reader;
grant select, insert, update, delete on passage to parlour_writer;
create policy writer on passage to parlour_writer using (true) with check (true);
create policy reader on passage for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table passage_source enable row level security;
alter table passage_source force row level security;
grant select on passage_source to parlour_reader;
grant select, insert, update, delete on passage_source to parlour_writer;
create policy writer on passage_source to parlour_writer using (true) with check (true);
create policy reader on passage_source for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table passage_job enable row level security;
alter table passage_job force row level security;
grant select on passage_job to parlour_reader;
grant select, insert, update, delete on passage_job to parlour_writer;
create policy writer on passage_job to parlour_writer using (true) with check (true);
create policy reader on passage_job for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

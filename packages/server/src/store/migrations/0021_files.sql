-- Stored files (decision 0078, CORE-060, CORE-061). `token` is the unguessable part of the public address and the name in the store.
create table file (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  token text not null unique,
  -- Display text.
  name text not null,
  -- Of the content.
  type text not null,
  size bigint not null,
  -- Of the content, base64url.
  sha256 text not null,
  width integer,
  height integer,
  -- Bytes of the thumbnail; null: there is none.
  thumb_size integer,
  storage text not null check (storage in ('disk', 's3')),
  author_kind text not null check (author_kind in ('operator', 'visitor')),
  author_id bigint not null,
  -- 'storing' before all bytes are safe, 'gone' before they are removed: no byte without a row, whenever a process dies.
  state text not null default 'storing' check (state in ('storing', 'stored', 'gone')),
  -- The chat it was sent in; set before the message is written, so `named` tells whether one was.
  chat_id bigint,
  claimed_at timestamptz,
  named boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create index file_unnamed on file (created_at) where not named;
create index file_chat on file (account_id, chat_id) where chat_id is not null;

grant select, insert, update, delete on file to parlour_writer;
grant select on file to parlour_reader;
alter table file enable row level security;
alter table file force row level security;
create policy writer on file to parlour_writer using (true) with check (true);
create policy reader on file for select to parlour_reader using (account_id = nullif(current_setting('app.account', true), '')::bigint);

-- CFG-033: which store takes new files, and the S3 service of those that lie there; its key pair sealed.
alter table instance add column storage jsonb, add column storage_keys bytea;

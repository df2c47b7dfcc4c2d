-- Translations of messages, so that no page translates them again (ASSIST-058).
create table message_translation (
  account_id bigint not null references account (id),
  chat_id bigint not null,
  seq int not null,
  -- Language of the translation.
  language text not null,
  -- Detected language of the message. null: unknown.
  source_language text,
  -- MD5 of the message. After an edit it is another one, and the translation is replaced.
  source_hash text not null,
  text text not null,
  created_at timestamptz not null,
  primary key (account_id, chat_id, seq, language)
);
alter table message_translation enable row level security;
alter table message_translation force row level security;
grant select on message_translation to parlour_reader;
grant select, insert, update, delete on message_translation to parlour_writer;
create policy writer on message_translation to parlour_writer using (true) with check (true);
create policy reader on message_translation for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

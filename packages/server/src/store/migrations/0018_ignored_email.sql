-- Emails that a mail channel received and that became no chat (MAIL-082). The newest ones of each
-- channel are kept for 30 days, within limits of their number and size (MAIL-083).
create table ignored_email (
  account_id bigint not null,
  id bigint generated always as identity,
  channel_id bigint not null,
  -- Message-ID with a hash of the content, by which a repeat is recognised.
  external_id text not null,
  -- Why it became no chat, such as newsletter.
  reason text not null,
  -- Address of the sender in lower case. '': the email names none.
  sender text not null,
  sender_name text not null,
  subject text not null,
  -- The beginning of the text.
  body text not null,
  received_at timestamptz not null,
  -- The email as it was received, from which it can become a chat.
  raw bytea not null,
  -- The chat that an operator started from it. null: none.
  chat_id bigint,
  primary key (account_id, id),
  unique (account_id, channel_id, external_id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
create index ignored_email_sender on ignored_email (account_id, channel_id, sender);
alter table ignored_email enable row level security;
alter table ignored_email force row level security;
grant select on ignored_email to parlour_reader;
grant select, insert, update, delete on ignored_email to parlour_writer;
create policy writer on ignored_email to parlour_writer using (true) with check (true);
create policy reader on ignored_email for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

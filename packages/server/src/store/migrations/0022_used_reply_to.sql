-- Senders of a mail channel whose replies go where their emails ask for them (Reply-To), because an
-- operator chose that (MAIL-097).
create table used_reply_to (
  account_id bigint not null,
  channel_id bigint not null,
  -- Address of the sender in lower case.
  sender text not null,
  -- Whether the sender of the email was verified. Then the choice does not count for emails of an
  -- unverified sender, who could have forged the address.
  verified boolean not null,
  -- null: an operator who was deleted from an imported account.
  created_by bigint,
  created_at timestamptz not null,
  primary key (account_id, channel_id, sender),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
alter table used_reply_to enable row level security;
alter table used_reply_to force row level security;
grant select on used_reply_to to parlour_reader;
grant select, insert, update, delete on used_reply_to to parlour_writer;
create policy writer on used_reply_to to parlour_writer using (true) with check (true);
create policy reader on used_reply_to for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

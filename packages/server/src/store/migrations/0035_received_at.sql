-- When a message with facts of its service came, such as the first one of an email (MAIL-163).
-- null: other ids, and messages from before this column.
alter table channel_message add column received_at timestamptz;

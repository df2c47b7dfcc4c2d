-- The latest emails of a channel, and their number in a period (MAIL-163).
create index concurrently channel_message_received on channel_message (account_id, channel_id, received_at desc) where received_at is not null;

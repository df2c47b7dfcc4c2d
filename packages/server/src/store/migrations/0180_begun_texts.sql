-- A text goes out only if nobody else has answered since it was begun (API-522).

-- Number of the last message that the writer had read when they began the draft. null: unknown.
alter table draft add column begun_seq integer;

-- The same of a scheduled message. Without it, all messages until this time count as read. Rows of
-- an earlier version have neither: their time is that of their creation.
alter table scheduled_message add column after_seq integer;
alter table scheduled_message add column after_at timestamptz;

-- Somebody else has answered or got the chat, so a person decides (CORE-476).
alter table scheduled_message drop constraint scheduled_message_state_check;
alter table scheduled_message add constraint scheduled_message_state_check
  check (state in ('waiting', 'sending', 'failed', 'held'));

-- End of the snooze of a chat (SNZ-005). write_activity_snooze writes it from the body of the chat.
-- null: the chat is not snoozed.
alter table chat_activity add column snoozed_until timestamptz;

-- The next step replaces it by missed_chat.
drop index if exists chat_missed;

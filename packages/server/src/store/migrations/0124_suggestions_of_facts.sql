-- The operators who sent suggestions in the chat, one element per message: unchanged and changed
-- ones (ASSIST-060).
alter table chat_fact add column suggestions_unchanged bigint[] not null default '{}';
alter table chat_fact add column suggestions_changed bigint[] not null default '{}';

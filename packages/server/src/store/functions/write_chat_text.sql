-- Trigger function: writes the texts of new and changed chats. Chats are written by batches, so it
-- runs once per statement. Writers have the lock of the account, so no two of them write the same
-- text.
create or replace function write_chat_text() returns trigger language plpgsql as $$
begin
  insert into chat_text as t (account_id, chat_id, body)
    select c.account_id, c.id, build_chat_text(c.body, v.body, v.number, c.number) from written c
    cross join lateral (select v.body, v.number from visitor v where v.account_id = c.account_id and v.id = c.visitor_id offset 0) v
    on conflict (account_id, chat_id) do update set body = excluded.body where t.body <> excluded.body;
  return null;
end $$;

create or replace trigger chat_text_new after insert on chat
  referencing new table as written for each statement execute function write_chat_text();
create or replace trigger chat_text_changed after update on chat
  referencing new table as written for each statement execute function write_chat_text();

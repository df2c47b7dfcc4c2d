-- Trigger function: writes the texts of the chats of changed visitors. It runs once per statement,
-- like write_chat_text.
create or replace function write_visitor_chat_text() returns trigger language plpgsql as $$
begin
  insert into chat_text as t (account_id, chat_id, body)
    select c.account_id, c.id, build_chat_text(c.body, v.body, v.number, c.number)
    from written v join earlier e on e.account_id = v.account_id and e.id = v.id and e.body <> v.body
    cross join lateral (select c.account_id, c.id, c.body, c.number from chat c where c.account_id = v.account_id and c.visitor_id = v.id offset 0) c
    on conflict (account_id, chat_id) do update set body = excluded.body where t.body <> excluded.body;
  return null;
end $$;

create or replace trigger chat_text_visitor after update on visitor
  referencing old table as earlier new table as written for each statement execute function write_visitor_chat_text();

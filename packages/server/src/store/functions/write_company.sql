-- Trigger function: keeps the numbers of a company when one of its visitors changes (CO-003).
create or replace function write_company() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update company c set visitors = c.visitors - 1, open_chats = c.open_chats - old.open_chats,
        last_chat_at = (select max(m.last_chat_at) from company_visitor m where m.account_id = old.account_id and m.key = old.key)
      where c.account_id = old.account_id and c.key = old.key;
  end if;
  if tg_op <> 'DELETE' then
    insert into company as c (account_id, key, visitors, open_chats, last_chat_at)
      values (new.account_id, new.key, 1, new.open_chats, new.last_chat_at)
      on conflict (account_id, key) do update set visitors = c.visitors + 1, open_chats = c.open_chats + excluded.open_chats,
        last_chat_at = greatest(c.last_chat_at, excluded.last_chat_at);
  end if;
  if tg_op = 'DELETE' or tg_op = 'UPDATE' and new.key <> old.key then
    delete from company c where c.account_id = old.account_id and c.key = old.key and c.visitors = 0;
  end if;
  return null;
end $$;

create or replace trigger company_changed after insert or update or delete on company_visitor
  for each row execute function write_company();

-- Trigger function: keeps the company of a visitor, with the numbers of their chats (CO-003).
-- Writers have the lock of the account. On the field it removes all companies when an account
-- removes the field.
create or replace function write_company_visitor() returns trigger language plpgsql as $$
declare
  spelling text;
begin
  if tg_table_name = 'field' then
    delete from company_visitor m where m.account_id = new.account_id;
    return null;
  end if;
  if tg_table_name = 'chat' then
    update company_visitor m set open_chats = m.open_chats
        + case when new.state <> 'closed' then 1 when tg_op = 'UPDATE' then -1 else 0 end,
        last_chat_at = greatest(m.last_chat_at, new.created_at)
      where m.account_id = new.account_id and m.visitor_id = new.visitor_id;
    return null;
  end if;
  select left(btrim(new.body::jsonb #>> '{fields,company,value}', E' \t\r\n'), 200) into spelling
    where exists (select from field f where f.account_id = new.account_id and f.object = 'visitor' and f.key = 'company'
      and f.kind = 'text' and f.deleted_at is null);
  if coalesce(spelling, '') = '' then
    delete from company_visitor m where m.account_id = new.account_id and m.visitor_id = new.id;
  else
    insert into company_visitor as m (account_id, visitor_id, number, key, name, open_chats, last_chat_at)
      select new.account_id, new.id, new.number, company_key(spelling), spelling,
        count(*) filter (where c.state <> 'closed'), max(c.created_at)
      from chat c where c.account_id = new.account_id and c.visitor_id = new.id
      on conflict (account_id, visitor_id) do update set key = excluded.key, name = excluded.name
        where m.name <> excluded.name;
  end if;
  return null;
end $$;

create or replace trigger company_visitor_new after insert on visitor
  for each row when (strpos(new.body, '"company":{') > 0) execute function write_company_visitor();
create or replace trigger company_visitor_changed after update of body on visitor
  for each row when (strpos(old.body, '"company":{') > 0 or strpos(new.body, '"company":{') > 0)
  execute function write_company_visitor();
create or replace trigger company_chat_new after insert on chat
  for each row execute function write_company_visitor();
create or replace trigger company_chat_changed after update of state on chat
  for each row when ((old.state = 'closed') <> (new.state = 'closed')) execute function write_company_visitor();
create or replace trigger company_field_removed after update of deleted_at on field
  for each row when (new.deleted_at is not null and new.object = 'visitor' and new.key = 'company')
  execute function write_company_visitor();

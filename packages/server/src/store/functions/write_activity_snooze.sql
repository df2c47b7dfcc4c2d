-- Trigger function: keeps the end of the snooze of a chat in its activity, from which lists and
-- counters read it: infinity until the customer writes (SNZ-011). The body is JSON text that begins
-- the snooze with its end (SNZ-001).
create or replace function write_activity_snooze() returns trigger language plpgsql as $$
begin
  update chat_activity a set snoozed_until = case when strpos(new.body, '"snoozed":{"until":null') > 0 then 'infinity'
      else substring(new.body from '"snoozed":\{"until":"([^"]*)"')::timestamptz end
    where a.account_id = new.account_id and a.chat_id = new.id;
  return null;
end $$;

create or replace trigger activity_snooze_changed after update of body on chat
  for each row when (strpos(old.body, '"snoozed":{"until":') > 0 or strpos(new.body, '"snoozed":{"until":') > 0)
  execute function write_activity_snooze();

-- Trigger function: keeps the end of the snooze of a chat in its activity, from which lists and
-- counters read it. The body is JSON text that begins the snooze with its end (SNZ-001).
create or replace function write_activity_snooze() returns trigger language plpgsql as $$
begin
  update chat_activity a set snoozed_until = substring(new.body from '"snoozed":\{"until":"([^"]*)"')::timestamptz
    where a.account_id = new.account_id and a.chat_id = new.id;
  return null;
end $$;

create or replace trigger activity_snooze_changed after update of body on chat
  for each row when (strpos(old.body, '"snoozed":{"until":') > 0 or strpos(new.body, '"snoozed":{"until":') > 0)
  execute function write_activity_snooze();

-- Trigger function: keeps the state of a chat in its activity, from which counters count.
-- On the activity itself it completes a new row. On the chat it runs for changes of the state.
create or replace function write_activity_state() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'chat' then
    update chat_activity a set state = new.state where a.account_id = new.account_id and a.chat_id = new.id;
    return null;
  end if;
  select c.state into new.state from chat c where c.account_id = new.account_id and c.id = new.chat_id;
  return new;
end $$;

create or replace trigger activity_state_new before insert on chat_activity
  for each row execute function write_activity_state();
create or replace trigger activity_state_changed after update of state on chat
  for each row when (new.state <> old.state) execute function write_activity_state();

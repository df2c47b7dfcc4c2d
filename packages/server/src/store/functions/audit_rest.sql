-- Trigger function, at the commit: writes an audit entry of the system for changes that no other
-- entry of the transaction contains. audit_watch adds the triggers.
--
-- Arguments of the trigger: those of audit_note.
create or replace function audit_rest() returns trigger language plpgsql as $$
declare
  whole jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  if coalesce(current_setting('app.changes', true), '') = '' then return null; end if;
  insert into audit (account_id, at, actor_kind, action, target, result)
  values ((case tg_table_name when 'account' then whole ->> 'id' else whole ->> 'account_id' end)::bigint, clock_timestamp(), 'system',
    tg_table_name || '.' || case tg_op when 'INSERT' then 'add' when 'UPDATE' then 'change' else 'remove' end,
    concat_ws(' ', tg_table_name, coalesce(whole ->> 'id', whole ->> tg_argv[2])), 'ok');
  return null;
end $$;

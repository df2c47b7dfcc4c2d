-- Trigger function: notes the difference of a changed row for the transaction, in app.changes. The
-- next audit entry of the transaction contains it (audit_seal). audit_watch adds the triggers.
--
-- Arguments of the trigger: columns that are no settings, columns with secrets, and the column that
-- names the object if the table has no id.
create or replace function audit_note() returns trigger language plpgsql as $$
declare
  skipped text[];
  secret text[];
  was jsonb;
  becomes jsonb;
  whole jsonb;
  noted text;
  lost jsonb;
  gained jsonb;
begin
  -- A change of thousands of rows is shown by its first ones; the mark spares the others a look at
  -- a long text.
  if current_setting('app.changes_full', true) = 'yes' then return null; end if;
  skipped := string_to_array(tg_argv[0], ',') || array['account_id', 'version', 'created_at', 'updated_at'];
  secret := string_to_array(tg_argv[1], ',');
  was := coalesce(to_jsonb(old), '{}') - skipped;
  becomes := coalesce(to_jsonb(new), '{}') - skipped;
  whole := case when tg_op = 'DELETE' then was else becomes end;
  -- An operator's own browser and the outgoing mail are no settings of the account, and the address
  -- of a browser opens it.
  if tg_table_name = 'endpoint' and whole ->> 'kind' in ('push', 'mail') then return null; end if;
  select jsonb_object_agg(path, audit_shown(path, b.value, secret)) filter (where b.value is not null),
    jsonb_object_agg(path, audit_shown(path, a.value, secret)) filter (where a.value is not null)
    into lost, gained
  from audit_leaves(was - 'id') b full join audit_leaves(becomes - 'id') a using (path) where a.value is distinct from b.value;
  if lost is null and gained is null then return null; end if;
  noted := coalesce(current_setting('app.changes', true), '');
  if length(noted) > 30000 then perform set_config('app.changes_full', 'yes', true); end if;
  perform set_config('app.changes', noted || case when noted = '' then '' else ',' end || json_build_object('object', tg_table_name,
    'id', coalesce(whole ->> 'id', whole ->> tg_argv[2]), 'name', case when 'name' = any (secret) then null else left(whole ->> 'name', 200) end,
    'before', lost, 'after', gained)::text, true);
  return null;
end $$;

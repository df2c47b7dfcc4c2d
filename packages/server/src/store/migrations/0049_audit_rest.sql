-- The audit log watches what came after it was made, and the second factors it had left out (API-072, CORE-013).

-- What a value is taken apart into: an object, or a list of things that have an id, by it. null: it is shown whole.
create function audit_parts(value jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'object' then value
    when 'array' then (select jsonb_object_agg(e ->> 'id', e - 'id') filter (where e ->> 'id' is not null)
      from jsonb_array_elements(value) e having bool_and(e ->> 'id' is not null)) end
$$;

create or replace function audit_leaves(doc jsonb) returns table (path text, value jsonb) language sql immutable as $$
  with recursive leaf (path, value, parts) as (
    select key, value, audit_parts(value) from jsonb_each(doc)
    union all
    select l.path || '.' || e.key, e.value, audit_parts(e.value) from leaf l cross join lateral jsonb_each(l.parts) e where l.parts is not null
  )
  select path, value from leaf where parts is null and jsonb_typeof(value) <> 'null'
$$;

-- As before, and whatever is called a secret or a password inside a document.
create or replace function audit_shown(path text, value jsonb, masked text[]) returns jsonb language sql immutable as $$
  select case
    when split_part(path, '.', 1) = any (masked) or path ~ '\.(secret|password)$' or value #>> '{}' like '\\x%' then to_jsonb('•••'::text)
    when path ~ '(^|_)url$' and value #>> '{}' like '%?%' then to_jsonb(split_part(value #>> '{}', '?', 1) || '?•••')
    when length(value::text) > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…')
    else value end
$$;

do $$
declare
  t text;
begin
  foreach t in array array['operator', 'instance', 'api_key'] loop
    execute format('drop trigger audit_note on %I', t);
    execute format('drop trigger audit_rest on %I', t);
  end loop;
end $$;

select audit_watch('operator', 'name, email, phone, photo, role, instance_owner, password_hash, reset_token_hash, chat_limit, active, managed, mail_offline, mail_missed,
    mail_reminders, mail_faults, language, totp_secret',
    'email_key,chosen_presence,reset_token_expires_at,totp_pending,totp_step,passkey_user', 'password_hash,reset_token_hash,totp_secret', ''),
  audit_watch('api_key', 'name, operator_id, scopes, managed, key_hash, hint', 'last_used_at', 'key_hash', ''),
  audit_watch('instance', 'egress_allow, limits, retention, support_contact, bot_self_service, provisioned, storage, storage_keys, mail, mail_password, mail_managed, oidc',
    'one,epoch,chat_counter,visitor_counter,event_counter,setup_token_hash,setup_token_expires_at,push_public,push_private', 'storage_keys,mail_password', ''),
  -- A sign-in moves counter and time of a passkey.
  audit_watch('passkey', 'operator_id, credential_id, public_key, transports, name', 'counter,last_used_at', 'credential_id,public_key', ''),
  audit_watch('recovery_code', null, '', 'hash', 'operator_id');

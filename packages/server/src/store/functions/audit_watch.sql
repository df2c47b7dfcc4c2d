-- Makes the audit log watch a settings table: adds the triggers audit_note and audit_rest, or
-- replaces them if they differ. Equal triggers stay, so that nobody waits for a lock. The calls
-- below are the list of watched tables. Add each new settings table, and each new column of a table
-- whose columns are listed.
--
-- To stop watching a table or to drop a listed column, drop both triggers of the table in the
-- migration.
--
-- Parameters: what is the table.
--   columns   the columns whose updates are watched, for tables that messages or requests write
--             too. null: all
--   ignored   columns that are no settings, separated by commas
--   secret    columns whose values are masked, separated by commas
--   named_by  the column that names the object if the table has no id, else empty
create or replace function audit_watch(what text, columns text, ignored text, secret text, named_by text) returns void language plpgsql as $$
declare
  definition text;
  kind record;
begin
  for kind in
    select * from (values ('audit_note', 'TRIGGER', ''), ('audit_rest', 'CONSTRAINT TRIGGER', ' DEFERRABLE INITIALLY DEFERRED')) k(name, keyword, options)
  loop
    -- As pg_get_triggerdef prints it.
    definition := format('CREATE %s %I AFTER INSERT OR DELETE OR UPDATE%s ON public.%I%s FOR EACH ROW EXECUTE FUNCTION %I(%L, %L, %L)',
      kind.keyword, kind.name, coalesce(' OF ' || columns, ''), what, kind.options, kind.name, ignored, secret, named_by);
    continue when exists (
      select from pg_trigger t where t.tgrelid = ('public.' || quote_ident(what))::regclass and t.tgname = kind.name
        and pg_get_triggerdef(t.oid) = definition);
    if exists (select from pg_trigger t where t.tgrelid = ('public.' || quote_ident(what))::regclass and t.tgname = kind.name) then
      execute format('drop trigger %I on %I', kind.name, what);
    end if;
    execute definition;
  end loop;
end $$;

select
  audit_watch('account', null, '', '', ''),
  audit_watch('operator',
    'name, email, phone, photo, role, custom_role_id, instance_owner, password_hash, reset_token_hash, invite_token_hash, chat_limit, hours, languages, skills, all_channels, active, managed, '
      'mail_offline, mail_missed, mail_reminders, mail_faults, language, totp_secret',
    'email_key,chosen_presence,status_id,status_until,status_comment,reset_token_expires_at,invite_token_expires_at,totp_pending,totp_step,passkey_user,page_language',
    'password_hash,reset_token_hash,invite_token_hash,totp_secret', ''),
  audit_watch('passkey', 'operator_id, credential_id, public_key, transports, name', 'counter,last_used_at', 'credential_id,public_key', ''),
  audit_watch('recovery_code', null, '', 'hash', 'operator_id'),
  audit_watch('api_key', 'name, operator_id, scopes, managed, key_hash, hint, expires_at', 'last_used_at', 'key_hash', ''),
  audit_watch('endpoint', null, 'secret_created_at', 'secret,previous_secret', ''),
  audit_watch('channel', null, 'endpoint_id,created_by', 'identity_secret', ''),
  audit_watch('channel_secret', null, '', 'hash,sealed', 'channel_id'),
  audit_watch('channel_address', null, 'code,code_expires_at,code_attempts', '', 'channel_id'),
  audit_watch('channel_operator', null, '', '', 'channel_id'),
  audit_watch('custom_role', null, '', '', ''),
  audit_watch('operator_status', null, '', '', ''),
  audit_watch('department', null, '', '', ''),
  audit_watch('department_operator', null, '', '', 'department_id'),
  audit_watch('bot_provider', null, 'number', '', ''),
  audit_watch('bot', null, 'endpoint_id,token_hash,created_by', 'token,client_secret', ''),
  audit_watch('agent', null, 'bot_id,state_since,stopped,proved', '', ''),
  audit_watch('bot_channel', null, '', '', 'bot_id'),
  audit_watch('webhook', null, 'endpoint_id,created_by', '', ''),
  audit_watch('webhook_channel', null, '', '', 'webhook_id'),
  audit_watch('webhook_department', null, '', '', 'webhook_id'),
  audit_watch('field', null, '', '', ''),
  audit_watch('tag', null, '', '', ''),
  audit_watch('canned_reply', null, '', '', ''),
  audit_watch('trigger_rule', null, '', '', ''),
  audit_watch('view', null, '', '', ''),
  audit_watch('segment', null, '', '', ''),
  audit_watch('macro', null, '', '', ''),
  audit_watch('sla_policy', null, '', '', ''),
  audit_watch('scheduled_report', null, '', '', ''),
  audit_watch('article_section', null, '', '', ''),
  audit_watch('rule', null, 'version,after_position,switched_on_at,failures', '', ''),
  -- Values and reasons may be words and numbers of a visitor (CORE-116).
  audit_watch('blacklist_entry', null, 'created_by,lifted_by', 'value,shown,reason', ''),
  audit_watch('call_driver', null, 'report_hash', 'report_secret', 'endpoint_id'),
  audit_watch('old_system', null, 'endpoint_id,secret_hash,created_at', 'secret', 'channel_id'),
  audit_watch('instance',
    'egress_allow, limits, retention, support_contact, bot_self_service, provisioned, storage, storage_keys, mail, mail_password, '
      'mail_managed, oidc, saml, oauth_clients, backup',
    'one,epoch,public_url,chat_counter,visitor_counter,event_counter,setup_token_hash,setup_token_expires_at,push_public,push_private,'
      'key_check,files_mark,addresses,setup_seed,mail_tested_at,cell',
    'storage_keys,mail_password', '');

-- When a key ends by itself; null: never (API-140).
alter table api_key add column expires_at timestamptz;

drop trigger audit_note on api_key;
drop trigger audit_rest on api_key;
select audit_watch('api_key', 'name, operator_id, scopes, managed, key_hash, hint, expires_at', 'last_used_at', 'key_hash', '');

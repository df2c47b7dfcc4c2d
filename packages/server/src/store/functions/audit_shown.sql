-- Returns a value as the audit log shows it. Secrets show only that they exist: masked columns,
-- columns of bytes, keys named secret or password, and the query of an integrator's address, which
-- often contains a key. Long texts are cut.
--
-- Parameters: path is the path of audit_leaves, masked the names of the columns that contain
-- secrets.
create or replace function audit_shown(path text, value jsonb, masked text[]) returns jsonb language sql immutable as $$
  select case
    when split_part(path, '.', 1) = any (masked) or path ~ '\.(secret|password)$' or value #>> '{}' like '\\x%' then to_jsonb('•••'::text)
    when path ~ '(^|_)url$' and value #>> '{}' like '%?%' then to_jsonb(split_part(value #>> '{}', '?', 1) || '?•••')
    when length(value::text) > 1000 then to_jsonb(left(value #>> '{}', 1000) || '…')
    else value end
$$;

-- Returns the values of a document by path, such as settings.routing.mode. Lists of items with an
-- id are entered by id.
--
-- Parameters: doc is the row as JSON. Nulls are left out.
create or replace function audit_leaves(doc jsonb) returns table (path text, value jsonb) language sql immutable as $$
  with recursive leaf (path, value, parts) as (
    select key, value, audit_parts(value) from jsonb_each(doc)
    union all
    select l.path || '.' || e.key, e.value, audit_parts(e.value) from leaf l cross join lateral jsonb_each(l.parts) e where l.parts is not null
  )
  select path, value from leaf where parts is null and jsonb_typeof(value) <> 'null'
$$;

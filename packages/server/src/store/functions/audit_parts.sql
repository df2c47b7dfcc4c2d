-- Returns the parts of a value: those of an object, or the items of a list by their id. null: the
-- value is shown as a whole.
--
-- Parameters: value is any JSON value.
create or replace function audit_parts(value jsonb) returns jsonb language sql immutable as $$
  select case jsonb_typeof(value)
    when 'object' then value
    when 'array' then (select jsonb_object_agg(e ->> 'id', e - 'id') filter (where e ->> 'id' is not null)
      from jsonb_array_elements(value) e having bool_and(e ->> 'id' is not null)) end
$$;

-- Returns the form in which names of companies are compared (CO-002): without spaces at both ends
-- and without case, at most 200 characters, because an index cannot store longer ones.
create or replace function company_key(p_name text) returns text language sql immutable parallel safe as $$
  select lower(left(btrim(p_name, E' \t\r\n'), 200))
$$;

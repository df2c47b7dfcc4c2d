-- Returns the scope with which the lexemes of search_message begin: the account and the position
-- divided by 32,768, in hex.
--
-- Parameters: account is the id of the account, place a position of its journal.
create or replace function search_scope(account bigint, place bigint) returns text language sql immutable
  as $$ select to_hex(account) || '.' || to_hex(place >> 15) || '.' $$;

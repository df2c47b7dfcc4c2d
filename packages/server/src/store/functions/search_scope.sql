-- Returns the scope with which the lexemes of the index of search_block begin: the account and the
-- number of the block divided by 16,384, in hex.
--
-- Parameters: account is the id of the account, place a block of its journal.
create or replace function search_scope(account bigint, place bigint) returns text language sql immutable
  as $$ select to_hex(account) || '.' || to_hex(place >> 14) || '.' $$;

-- Returns the scope with which the lexemes of search_visitor begin: the account and the visitor's
-- number divided by 8,192, in hex.
--
-- Parameters: account is the id of the account, number the number of the visitor.
create or replace function search_visitor_scope(account bigint, number bigint) returns text language sql immutable
  as $$ select to_hex(account) || '.' || to_hex(number >> 13) || '.' $$;

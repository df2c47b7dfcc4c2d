-- Search for people (API-120), fed from the journal by `journal/subscribers/visitor-search-index.ts`: nothing of this is written when a message is accepted.

-- Lexemes of a visitor (core/search/visitor-words.ts), one row for the profile (chat_id 0) and one for each chat with custom data, which holds the
-- profile too. A chat's row is found by operators who may see that chat only. Each lexeme begins with its scope: the account and the visitor number
-- divided by 8,192, both in hex. So a search reads the newest visitors first and never touches other accounts.
create table search_visitor (
  account_id bigint not null,
  number bigint not null,
  chat_id bigint not null,
  visitor_id bigint not null,
  words tsvector not null,
  primary key (account_id, number, chat_id)
);
-- No list of pending entries: every search would read it from end to end.
create index search_visitor_words on search_visitor using gin (words) with (fastupdate = off);

grant select, insert, update, delete on search_visitor to parlour_writer;
grant select on search_visitor to parlour_reader, parlour_search;
alter table search_visitor enable row level security;
alter table search_visitor force row level security;
create policy writer on search_visitor to parlour_writer using (true) with check (true);
create policy reader on search_visitor for select to parlour_reader using (account_id = nullif(current_setting('app.account', true), '')::bigint);
create policy search on search_visitor for select to parlour_search using (true);

create function search_visitor_scope(account bigint, number bigint) returns text language sql immutable
  as $$ select to_hex(account) || '.' || to_hex(number >> 13) || '.' $$;

-- Visitors of the account that the transaction names, the newest first, at most `most` rows; `~` in `query` is replaced by the scope. It runs as a role
-- of its own for the reason given at search_find (journal.md 5). The inner query has no other condition and may not scan, so that every plan asks the index.
create function search_visitor_find(query text, most int)
  returns table (number bigint, chat bigint, visitor bigint)
  language sql stable security definer rows 200
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off
as $$
  select f.number, f.chat_id, f.visitor_id
  from (select nullif(current_setting('app.account', true), '')::bigint as id) a
  cross join lateral (select coalesce((select s.number from search_visitor s where s.account_id = a.id order by s.number desc limit 1), -1) as last) top
  cross join lateral generate_series(top.last >> 13, 0, -1) part
  cross join lateral (
    select s.number, s.chat_id, s.visitor_id
    from (select m.* from search_visitor m where m.words @@ replace(query, '~', search_visitor_scope(a.id, part << 13))::tsquery offset 0) s
    where s.account_id = a.id
    order by s.number desc, s.chat_id limit most) f
  limit most
$$;
revoke all on function search_visitor_find(text, int) from public;
grant execute on function search_visitor_find(text, int) to parlour_reader;
grant create on schema public to parlour_search;
alter function search_visitor_find(text, int) owner to parlour_search;
revoke create on schema public from parlour_search;

-- Search over messages (API-070), fed from the journal by `journal/subscribers/search-index.ts`: nothing of this is written when a message is accepted.

-- Words of a message. Every word stands behind its scope: the account and the part of its journal (32,768 positions), both in hex. So the index
-- holds one small dictionary per part, a beginning of a word (`refund:*`) never touches other accounts or other parts, and the newest messages
-- are found first by asking part after part. What a message is stands there too, behind an `@` that no word begins with: `@v`, `@o7`, `@b3` its
-- author, `@c5` its channel, `@f` a file. A row without words is a message that was erased: it is never filled again.
create table search_message (
  account_id bigint not null,
  position bigint not null,
  chat_id bigint not null,
  seq int not null,
  at timestamptz not null,
  words tsvector not null,
  primary key (account_id, position)
);
create index search_message_chat on search_message (account_id, chat_id, position);
-- No list of pending entries: every search would read it from end to end.
create index search_message_words on search_message using gin (words) with (fastupdate = off);

grant select, insert, update, delete on search_message to parlour_writer;
grant select on search_message to parlour_reader, parlour_search;
grant usage on schema public to parlour_search;
alter table search_message enable row level security;
alter table search_message force row level security;
create policy writer on search_message to parlour_writer using (true) with check (true);
create policy reader on search_message for select to parlour_reader using (account_id = nullif(current_setting('app.account', true), '')::bigint);
create policy search on search_message for select to parlour_search using (true);

create function search_scope(account bigint, place bigint) returns text language sql immutable
  as $$ select to_hex(account) || '.' || to_hex(place >> 15) || '.' $$;

-- The newest messages below `upper` and not below `lower` that match; `~` in `query` stands for the scope. It runs as a role of its own, because
-- `@@` is not leakproof: under row-level security it would be a filter over all rows of the account instead of a look into the index (journal.md 5).
-- The account is the one that the transaction names, as for every reader; without one nothing is found. The inner query has no other condition
-- and may not scan, so that no plan, generic or not, walks the journal by date (performance.md 2).
create function search_find(query text, upper bigint, lower bigint, most int)
  returns table (place bigint, chat bigint, number int, said_at timestamptz)
  language sql stable security definer rows 200
  set search_path = pg_catalog, public, pg_temp set enable_seqscan = off set jit = off
as $$
  select f.position, f.chat_id, f.seq, f.at
  from (select nullif(current_setting('app.account', true), '')::bigint as id) a
  cross join lateral generate_series((upper - 1) >> 15, greatest(lower, 0) >> 15, -1) part
  cross join lateral (
    select s.position, s.chat_id, s.seq, s.at
    from (select m.* from search_message m where m.words @@ replace(query, '~', search_scope(a.id, part << 15))::tsquery offset 0) s
    where s.account_id = a.id and s.position < upper and s.position >= lower
    order by s.position desc limit most) f
  limit most
$$;
revoke all on function search_find(text, bigint, bigint, int) from public;
grant execute on function search_find(text, bigint, bigint, int) to parlour_reader;
grant create on schema public to parlour_search;
alter function search_find(text, bigint, bigint, int) owner to parlour_search;
revoke create on schema public from parlour_search;

-- Chats that were closed with nobody in them, of which the missed ones are counted (API-029): few, so that the number beside the view does not
-- look at every closed chat of a week. A chat comes into it when it is closed; what is written per message touches none of its columns.
create index chat_untaken on chat (account_id, closed_at) where state = 'closed' and assignee is null;

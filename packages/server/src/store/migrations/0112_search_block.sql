-- Words of messages (API-070), by blocks of 8 positions of the journal. A journal consumer
-- (journal/subscribers/search-index.ts) writes each block once, never the write of the message. The
-- rows replace those of search_message, one per message, which no release reads: 0.1.0 is the first
-- one. The consumer reads the journal from its beginning.
--
-- Each lexeme begins with its scope (functions/search_scope.sql), so a search reads the newest part
-- of the journal first and never touches other accounts or parts, also for a prefix like refund:*.
-- Lexemes that begin with @ are marks (core/search/index-words.ts), those with ^ parts of words.
-- stale: a message of the block was changed, so the words are removed and must be written again.
drop table search_message;
create table search_block (
  account_id bigint not null,
  block bigint not null,
  words tsvector not null,
  stale boolean not null default false,
  primary key (account_id, block)
) with (toast_tuple_target = 128);
-- Words are appended to a pending list of at most 256 KiB and then moved to the index together, so
-- each is written once (docs/decisions/0227-search-by-blocks.md). Every search reads the list once
-- for each part of the journal.
create index search_block_words on search_block using gin (words) with (fastupdate = on, gin_pending_list_limit = 256);
create index search_block_stale on search_block (account_id, block) where stale;

alter table search_block enable row level security;
alter table search_block force row level security;
grant select, insert, update, delete on search_block to parlour_writer;
grant select on search_block to parlour_reader, parlour_search;
create policy writer on search_block to parlour_writer using (true) with check (true);
create policy reader on search_block for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
create policy search on search_block for select to parlour_search using (true);

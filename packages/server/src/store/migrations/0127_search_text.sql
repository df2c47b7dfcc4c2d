-- Words of messages (API-070), by blocks of 8 positions of the journal. The rows replace those of
-- 0112, which stored the tsvector of the index once more: no release reads them, because 0.1.0 is
-- the first one. A journal consumer (journal/subscribers/search-index.ts) writes each block once,
-- and reads the journal from its beginning.
--
-- words: a space before each lexeme. Lexemes that begin with @ are marks
-- (core/search/index-words.ts), those with ^ parts of words. stale: a message of the block was
-- changed, so the words are removed and must be written again.
drop table search_block;
create table search_block (
  account_id bigint not null,
  block bigint not null,
  words text not null,
  stale boolean not null default false,
  primary key (account_id, block)
);
-- The index adds the mark of the slice, and before each lexeme its scope: the account and the part
-- of the journal, 16,384 blocks (functions/search_scope.sql). So a search reads the newest part
-- first and never touches other accounts or parts, also for a prefix like refund:*.
--
-- Words are appended to a pending list of at most 256 KiB and then moved to the index together, so
-- each is written once (docs/decisions/0227-search-by-blocks.md). Every search reads the list once
-- for each part of the journal.
create index search_block_words on search_block using gin ((
  replace(words || ' #' || (block >> 8 & 63)::text, ' ', ' ' || to_hex(account_id) || '.' || to_hex(block >> 14) || '.')::tsvector
)) with (fastupdate = on, gin_pending_list_limit = 256);
create index search_block_stale on search_block (account_id, block) where stale;
-- Every plan uses the index (functions/search_blocks.sql), so nobody reads statistics of words.
alter table search_block alter column words set statistics 0;
alter index search_block_words alter column 1 set statistics 0;

alter table search_block enable row level security;
alter table search_block force row level security;
grant select, insert, update, delete on search_block to parlour_writer;
grant select on search_block to parlour_reader, parlour_search;
create policy writer on search_block to parlour_writer using (true) with check (true);
create policy reader on search_block for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
create policy search on search_block for select to parlour_search using (true);

-- Adds new words of messages to the index through a pending list of at most 64 KiB, about 75
-- messages. When the list is full, the insert that filled it moves all words to the index, sorted.
-- A common word is then written once and not once per message, which takes a third of the time and
-- half of the WAL.
--
-- Every search reads the list, once for each part of the journal. At this size that takes at most
-- 15 µs per part (docs/decisions/0138-search-index-pace.md).
alter index search_message_words set (fastupdate = on, gin_pending_list_limit = 64);

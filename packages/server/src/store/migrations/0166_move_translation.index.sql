-- The translations of an article of a source.
create index concurrently move_record_article on move_record (account_id, source, article) where article is not null;

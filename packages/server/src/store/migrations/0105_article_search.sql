-- The search of articles runs as parlour_search (see store/functions/article_search_find.sql).
grant select on article_text to parlour_search;
create policy search on article_text for select to parlour_search using (true);
-- Words of titles. Only public texts have words.
create index article_text_title on article_text using gin (ts_filter(search, '{a}')) with (fastupdate = off);

-- The language of an imported text of an article. The text that an import has written so far is the
-- oldest one of its article.
alter table move_record add column language text;
-- The id of the article in the source, of a translation.
alter table move_record add column article text;
update move_record r set language = t.language
from (
  select distinct on (account_id, article_id) account_id, article_id, language from article_text
  order by account_id, article_id, created_at, language
) t
where r.kind = 'article' and t.account_id = r.account_id and t.article_id = r.target_id;

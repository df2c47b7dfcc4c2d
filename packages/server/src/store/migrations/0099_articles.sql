-- Articles of the help centre (ART-001). The account chooses the order of sections and articles.
create table article_section (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  place int not null,
  name text not null,
  description text not null,
  -- Name and description by language. Other languages have those above.
  names jsonb not null,
  descriptions jsonb not null,
  icon text not null,
  -- Last part of the public address: /help/{language}/topics/{slug}.
  slug text not null,
  managed boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id)
);
create unique index article_section_name on article_section (account_id, lower(name));
create unique index article_section_slug on article_section (account_id, slug);

create table article (
  account_id bigint not null,
  id bigint generated always as identity,
  section_id bigint not null,
  -- Order in the section.
  position int not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, section_id) references article_section (account_id, id)
);
create index article_of_section on article (account_id, section_id, position, id);

-- An article in one language. What is being written and what is public are two things.
create table article_text (
  account_id bigint not null,
  article_id bigint not null,
  -- A lower-case BCP 47 tag.
  language text collate "C" not null,
  -- What is being written. The body is Markdown.
  title text not null,
  body text not null,
  state text not null check (state in ('draft', 'published', 'archived')),
  -- Last part of the public address: /help/{language}/{slug}. article_slug has it too.
  slug text not null,
  -- Number of the latest row of article_version.
  version int not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The operator who wrote last.
  updated_by bigint,
  -- What is public: set while the state is published, null otherwise.
  published_title text,
  published_body text,
  published_at timestamptz,
  published_version int,
  -- Words of the published title (weight A) and body (weight B).
  search tsvector,
  primary key (account_id, article_id, language),
  foreign key (account_id, article_id) references article (account_id, id) on delete cascade,
  foreign key (account_id, updated_by) references operator (account_id, id),
  constraint article_text_published check (
    num_nulls(published_title, published_body, published_at, published_version, search)
      = case when state = 'published' then 0 else 5 end)
);
create index article_text_search on article_text using gin (search) with (fastupdate = off);
create index article_text_published on article_text (account_id, language) where state = 'published';

-- Each write of a text: what it contained then. Two neighbours with different slugs are a change of
-- the address.
create table article_version (
  account_id bigint not null,
  article_id bigint not null,
  language text collate "C" not null,
  version int not null,
  title text not null,
  body text not null,
  slug text not null,
  -- Whether this version has become public.
  published boolean not null,
  at timestamptz not null,
  operator_id bigint,
  primary key (account_id, article_id, language, version),
  foreign key (account_id, article_id, language) references article_text (account_id, article_id, language) on delete cascade,
  foreign key (account_id, operator_id) references operator (account_id, id)
);

-- Present and earlier slugs of texts. Each leads to its text, not to a slug, so there is no chain.
create table article_slug (
  account_id bigint not null,
  language text collate "C" not null,
  slug text collate "C" not null,
  -- null: the text was deleted. Another text may get the slug then.
  article_id bigint,
  primary key (account_id, language, slug),
  foreign key (account_id, article_id) references article (account_id, id)
);
create index article_slug_article on article_slug (account_id, article_id);

-- Readers of a text by day in the time zone of the account.
create table article_day (
  account_id bigint not null,
  article_id bigint not null,
  language text collate "C" not null,
  day date not null,
  views int not null default 0,
  helpful int not null default 0,
  not_helpful int not null default 0,
  primary key (account_id, article_id, language, day),
  foreign key (account_id, article_id) references article (account_id, id) on delete cascade
);

-- What readers wrote after "No" to "Was this article helpful?".
create table article_comment (
  account_id bigint not null,
  id bigint generated always as identity,
  article_id bigint not null,
  language text collate "C" not null,
  text text not null,
  at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, article_id) references article (account_id, id) on delete cascade
);
create index article_comment_article on article_comment (account_id, article_id, id);

-- Searches of readers by day in the time zone of the account.
create table article_search_day (
  account_id bigint not null references account (id),
  day date not null,
  language text collate "C" not null,
  -- In lower case, without white space around it.
  query text collate "C" not null,
  times int not null,
  -- How many texts the latest of these searches found.
  found int not null,
  primary key (account_id, day, language, query)
);

-- Words of published texts, for searches with a typing error.
create table article_word (
  account_id bigint not null references account (id),
  language text collate "C" not null,
  word text collate "C" not null,
  -- How many published texts contain the word.
  texts int not null,
  primary key (account_id, language, word)
);

alter table article_section enable row level security;
alter table article_section force row level security;
grant select on article_section to parlour_reader;
grant select, insert, update, delete on article_section to parlour_writer;
create policy writer on article_section to parlour_writer using (true) with check (true);
create policy reader on article_section for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article enable row level security;
alter table article force row level security;
grant select on article to parlour_reader;
grant select, insert, update, delete on article to parlour_writer;
create policy writer on article to parlour_writer using (true) with check (true);
create policy reader on article for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_text enable row level security;
alter table article_text force row level security;
grant select on article_text to parlour_reader;
grant select, insert, update, delete on article_text to parlour_writer;
create policy writer on article_text to parlour_writer using (true) with check (true);
create policy reader on article_text for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_version enable row level security;
alter table article_version force row level security;
grant select on article_version to parlour_reader;
grant select, insert, update, delete on article_version to parlour_writer;
create policy writer on article_version to parlour_writer using (true) with check (true);
create policy reader on article_version for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_slug enable row level security;
alter table article_slug force row level security;
grant select on article_slug to parlour_reader;
grant select, insert, update, delete on article_slug to parlour_writer;
create policy writer on article_slug to parlour_writer using (true) with check (true);
create policy reader on article_slug for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_day enable row level security;
alter table article_day force row level security;
grant select on article_day to parlour_reader;
grant select, insert, update, delete on article_day to parlour_writer;
create policy writer on article_day to parlour_writer using (true) with check (true);
create policy reader on article_day for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_comment enable row level security;
alter table article_comment force row level security;
grant select on article_comment to parlour_reader;
grant select, insert, update, delete on article_comment to parlour_writer;
create policy writer on article_comment to parlour_writer using (true) with check (true);
create policy reader on article_comment for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_search_day enable row level security;
alter table article_search_day force row level security;
grant select on article_search_day to parlour_reader;
grant select, insert, update, delete on article_search_day to parlour_writer;
create policy writer on article_search_day to parlour_writer using (true) with check (true);
create policy reader on article_search_day for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_word enable row level security;
alter table article_word force row level security;
grant select on article_word to parlour_reader;
grant select, insert, update, delete on article_word to parlour_writer;
create policy writer on article_word to parlour_writer using (true) with check (true);
create policy reader on article_word for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

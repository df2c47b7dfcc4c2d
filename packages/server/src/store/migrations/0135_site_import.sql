-- Imports of articles from the pages of a site (ART-080).
create table site_import (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- The operator who started it.
  operator_id bigint not null,
  -- The address of a page or a sitemap, and how addresses of a sitemap must begin. null: any.
  address text not null,
  prefix text,
  state text not null default 'reading' check (state in ('reading', 'ready', 'cancelled')),
  -- Host of the pages, after redirects of the first address. null: not known yet.
  host text,
  -- Pages that its sitemaps name, also those above the limit.
  found int not null default 0,
  -- The node that reads it, when it last did, and before when it must not send a request.
  node bigint,
  served_at timestamptz,
  due_at timestamptz not null,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index site_import_active on site_import (node) where state = 'reading';

-- What an import reads. Sitemaps are read before pages, and pages before their pictures.
create table site_item (
  account_id bigint not null,
  import_id bigint not null,
  n int not null,
  kind text not null check (kind in ('start', 'sitemap', 'page', 'picture')),
  address text not null,
  state text not null default 'waiting' check (state in ('waiting', 'read', 'left_out')),
  attempts int not null default 0,
  -- Why it is left out.
  code text,
  detail text,
  -- Of a page: the address after redirects, or the one that the page gives as its own.
  final_address text,
  title text,
  -- null: the page names none.
  language text,
  -- Markdown. Links and pictures have absolute addresses.
  body text,
  -- SHA-256 of title and body, or of a picture.
  hash text,
  -- Addresses of the same page by language, as the page names them.
  alternates jsonb,
  -- Of a picture.
  content bytea,
  primary key (account_id, import_id, n),
  unique (account_id, import_id, address),
  foreign key (account_id, import_id) references site_import (account_id, id) on delete cascade
);
create index site_item_waiting on site_item (account_id, import_id) where state = 'waiting';

-- The page of a site from which a text was imported, so that it is found again.
create table article_source (
  account_id bigint not null,
  address text collate "C" not null,
  article_id bigint not null,
  language text collate "C" not null,
  -- The first address of the import. Pages that it no longer finds are gone.
  site text not null,
  -- Of the page, as it was imported.
  hash text not null,
  -- Version of the text that the import wrote.
  version int not null,
  imported_at timestamptz not null,
  primary key (account_id, address),
  foreign key (account_id, article_id, language) references article_text (account_id, article_id, language) on delete cascade
);
create index article_source_text on article_source (account_id, article_id, language);

alter table site_import enable row level security;
alter table site_import force row level security;
grant select on site_import to parlour_reader;
grant select, insert, update, delete on site_import to parlour_writer;
create policy writer on site_import to parlour_writer using (true) with check (true);
create policy reader on site_import for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table site_item enable row level security;
alter table site_item force row level security;
grant select on site_item to parlour_reader;
grant select, insert, update, delete on site_item to parlour_writer;
create policy writer on site_item to parlour_writer using (true) with check (true);
create policy reader on site_item for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table article_source enable row level security;
alter table article_source force row level security;
grant select on article_source to parlour_reader;
grant select, insert, update, delete on article_source to parlour_writer;
create policy writer on article_source to parlour_writer using (true) with check (true);
create policy reader on article_source for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

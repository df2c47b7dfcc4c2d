-- Sites whose pages loaded the script of a widget (API-160), at most 20 of each widget. Written outside the journal: a figure of the moment.
create table widget_site (
  account_id bigint not null,
  channel_id bigint not null,
  origin text not null,
  -- Latest page of this site that opened a connection: address without its query, and title. Null until one did.
  page_url text,
  page_title text,
  seen_at timestamptz not null,
  primary key (account_id, channel_id, origin),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
alter table widget_site enable row level security;
alter table widget_site force row level security;
create policy writer on widget_site to parlour_writer using (true) with check (true);
create policy reader on widget_site for select to parlour_reader using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));
grant select, insert, update, delete on widget_site to parlour_writer;
grant select on widget_site to parlour_reader;

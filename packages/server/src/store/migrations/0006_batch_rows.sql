-- Rows of the parameters of commit_batch, which documents their fields.
create type batch_group as (g int, a int, config bigint);
create type batch_visitor as (
  n int, g int, a int, id bigint, version bigint, change boolean, source bigint, customer text, recipient text, invite text, body text
);
create type batch_chat as (
  n int, g int, a int, id bigint, version bigint, change boolean, source bigint, visitor bigint, state text, assignee bigint, created bigint, closed bigint, body text
);
create type batch_operator as (g int, a int, id bigint, version bigint);
create type batch_participant as (g int, a int, chat bigint, operator bigint, joined boolean, at bigint);
create type batch_record as (g int, a int, id bigint, kind text, visitor bigint, chat bigint, state text, created bigint, body text);
create type batch_key as (g int, a int, scope text, key text, hash text, answer text, c int, nth int, v int, at bigint);
create type batch_event as (
  n int, g int, a int, at bigint, name text, channel bigint, chat bigint, visitor bigint, kind int, c int, nth int, v int, author_kind text, author bigint,
  client text, body text
);
create type batch_delivery as (
  n int, g int, a int, e int, at bigint, endpoint bigint, id bigint, order_key bigint, event text, chat bigint, c int, nth int, delay int, merge int, first boolean
);

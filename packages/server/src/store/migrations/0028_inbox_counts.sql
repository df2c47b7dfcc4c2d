-- What the inbox shows of a chat and would otherwise have to look for in its messages, for fifty or hundreds of chats at once (PERF-10). Kept by
-- the reader `activity`; it may be behind, so each says up to which message it knows, and who reads looks at what came since in the journal.
alter table chat_activity
  -- Messages up to this number are in the next two.
  add column counted_seq int not null default 0,
  -- Messages of the visitor that are unread for who has read nothing: all but what a blocked one wrote (CORE-071).
  add column visitor_messages int not null default 0,
  -- Number of the message that rows and cards show (API-021); 0: none yet.
  add column shown_seq int not null default 0;
update chat_activity a set counted_seq = q.last, visitor_messages = q.visitors, shown_seq = coalesce(q.shown, 0)
  from (
    select j.account_id, j.chat_id, max(j.seq) as last,
      count(*) filter (where j.author_kind = 'visitor' and strpos(j.body, '"blacklisted":true') = 0) as visitors,
      max(j.seq) filter (where j.author_kind <> 'system'
        or j.body !~ '"line":\{"code":"(offer|ladder_|owner_gone|transfer|colleague_invited|tag|rating_asked)') as shown
    from journal j where j.seq is not null group by j.account_id, j.chat_id) q
  where a.account_id = q.account_id and a.chat_id = q.chat_id;

-- Of those messages the ones at or below the mark: a difference tells what is unread.
alter table read_mark add column visitor_messages int;
update read_mark r set visitor_messages = coalesce((select a.visitor_messages from chat_activity a where a.account_id = r.account_id and a.chat_id = r.chat_id), 0)
  - (select count(*) from journal j where j.account_id = r.account_id and j.chat_id = r.chat_id and j.seq > r.seq
      and j.author_kind = 'visitor' and strpos(j.body, '"blacklisted":true') = 0);
alter table read_mark alter column visitor_messages set not null;

-- The account that the transaction names is read once per query instead of once per row that is looked up: a tenth to a fifth of a page of
-- fifty chats. Who may see what stays as it is (journal.md 5).
do $$
declare
  p record;
begin
  for p in
    select tablename as name, qual from pg_policies where schemaname = 'public' and policyname = 'reader'
  loop
    execute format('alter policy reader on %I using (%I = (select nullif(current_setting(''app.account'', true), '''')::bigint))', p.name,
      case when p.name = 'account' then 'id' else 'account_id' end);
  end loop;
end $$;

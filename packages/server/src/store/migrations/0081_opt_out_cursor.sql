-- The consumer of opt-outs by a word (BC-032) begins with the next entry, in accounts where it has
-- not begun.
insert into cursor (reader, account_id, position)
  select 'opt_out_words', a.account_id, coalesce((
    select e.position from journal e where e.account_id = a.account_id order by e.position desc limit 1), 0)
  from account_head a
  on conflict (reader, account_id) do nothing;

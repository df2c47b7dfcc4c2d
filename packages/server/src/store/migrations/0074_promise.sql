-- Whether the visitor is promised the due time of a reply (PROM-010).
alter table sla_policy add column promise boolean not null default false;

-- The consumer begins with the next entry instead of reading the whole journal.
insert into cursor (reader, account_id, position)
  select 'promises', a.account_id, coalesce((
    select e.position from journal e where e.account_id = a.account_id order by e.position desc limit 1), 0)
  from account_head a;

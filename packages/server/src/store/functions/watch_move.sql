-- Trigger function: watches the rows of one account while it moves to another installation, and
-- refuses their changes at its end (decision 0230). The command creates the triggers.
--
-- The command holds the advisory lock (7107, account) alone while it copies the last rows. Each
-- writer takes it shared and never waits: either its row is committed before the last copy, or it
-- is refused. If the command dies, its lock ends with it, and the account can be written again.
--
-- Arguments: the account; what happens to a refused change (refuse, or skip for rows that only
-- follow others, so that the jobs of other accounts go on); then the columns of the key, if changes
-- are recorded.
create or replace function watch_move() returns trigger language plpgsql as $$
declare
  account constant bigint := tg_argv[0];
  now_state text;
  location text;
  changed jsonb;
  earlier jsonb;
begin
  if current_setting('app.moves', true) = 'on' then
    return case when tg_op = 'DELETE' then old else new end;
  end if;
  if pg_try_advisory_xact_lock_shared(7107, account::int) then
    select m.state into now_state from account_move m where m.account_id = account;
    if now_state is distinct from 'switching' and now_state is distinct from 'moved' then
      if tg_nargs > 2 then
        if tg_op <> 'DELETE' then
          select jsonb_object_agg(k.name, to_jsonb(new) -> k.name) into changed from unnest(tg_argv[2:]) k(name);
        end if;
        if tg_op <> 'INSERT' then
          select jsonb_object_agg(k.name, to_jsonb(old) -> k.name) into earlier from unnest(tg_argv[2:]) k(name);
        end if;
        insert into moved_row (account_id, table_name, key)
          select account, tg_table_name, q.key from (select changed as key union select earlier) q where q.key is not null;
      end if;
      return case when tg_op = 'DELETE' then old else new end;
    end if;
  end if;
  if now_state = 'moved' then
    -- Nobody needs these rows any more. Statements over all accounts must go on, such as the
    -- removal of expired rows. Only what a request would add is refused.
    if tg_op = 'DELETE' then
      return old;
    end if;
    if tg_op = 'UPDATE' or tg_table_name not in ('journal', 'visitor', 'chat', 'record', 'file', 'session') then
      return null;
    end if;
    select a.moved_to::text into location from account a where a.id = account;
    raise exception 'account moved' using errcode = '22M02', detail = location;
  end if;
  if tg_argv[1] = 'skip' then
    return null;
  end if;
  raise exception 'account moving' using errcode = '22M01';
end $$;

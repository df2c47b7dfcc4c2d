-- A delivery that waits for its delay can be released before its time. commit_batch (0013_engine_commit, 0027_merge_beside_first) gets two more
-- values of d_merge; the rest stays as it is.
--   2  whatever waits for its delay in the lane is due now and stands for this one; where nothing waits, this one is made
--   3  whatever waits for its delay in the lane is due now; nothing is made
do $$
declare
  body text := pg_get_functiondef('commit_batch'::regproc);
  step text[];
begin
  foreach step slice 1 in array array[
    ['if 1 = any (d_merge) then', 'if array[1, 2, 3] && d_merge then'],
    ['where u.merge = 1) q on l.account_id', 'where u.merge is not null) q on l.account_id'],
    ['where u.merge = 1 and status[e_g[u.e]] = 0) q', 'where u.merge is not null and status[e_g[u.e]] = 0) q'],
    ['where q.nth > 1 or exists (', 'where q.merge = 3 or q.nth > 1 or exists ('],
    ['and w.event = q.event and w.tries = 0', 'and (w.event = q.event or q.merge = 2) and w.tries = 0'],
    ['      -- Those that go first stand below', $step$      if array[2, 3] && d_merge then
        perform release_waiting(a_id[g_a[e_g[q.e]]], q.endpoint, q.order_key, e_at[q.e])
          from unnest(d_e, d_endpoint, d_order, d_merge) q(e, endpoint, order_key, merge) where q.merge > 1 and status[e_g[q.e]] = 0;
      end if;
      -- Those that go first stand below$step$]]
  loop
    if position(step[1] in body) = 0 then
      raise exception 'commit_batch has another form than this step expects: %', step[1];
    end if;
    body := replace(body, step[1], step[2]);
  end loop;
  execute body;
end $$;

-- Whatever waits for its delay in a lane is due now. The caller holds the account's head. What was attempted before keeps its time.
create function release_waiting(p_account bigint, p_endpoint bigint, p_order bigint, p_now bigint) returns void language plpgsql
set enable_seqscan = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  t timestamptz := to_timestamp(p_now::float8 / 1000);
begin
  update delivery d set next_at = t
    where d.account_id = p_account and d.endpoint_id = p_endpoint and d.order_key = p_order and d.state = 'pending' and d.tries = 0 and d.next_at > t;
  if found then
    -- As in commit_batch: a lane whose head waits to try again is woken by nothing.
    update lane l set due_at = t
      where l.account_id = p_account and l.endpoint_id = p_endpoint and l.order_key = p_order and (l.due_at is null or l.due_at > t)
        and coalesce((select d.attempts = 0 from delivery d where d.account_id = p_account and d.endpoint_id = p_endpoint and d.order_key = p_order
          and d.state = 'pending' order by d.lane_place limit 1), true);
  end if;
end $$;

-- The visitor of a closed chat has left: nobody is asked for a rating any more, so what waits for it is sent (WH-080).
create function release_chat(p_account bigint, p_chat bigint, p_now bigint) returns void language plpgsql as $$
begin
  perform from account_head where account_id = p_account for update;
  perform release_waiting(p_account, w.endpoint_id, p_chat, p_now) from webhook w where w.account_id = p_account and w.deleted_at is null;
end $$;

-- Removes audit entries that are older than a time, from the beginning of each chain, and stores
-- the last removed hash in audit_head. Runs as the owner, because the writer may not delete
-- entries. store/erasure/retention.ts calls it.
--
-- Parameters: before is the time, most the maximum number of entries.
-- Result: number of removed entries.
create or replace function audit_prune(before timestamptz, most int) returns int language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_head;
  last bigint;
  gone int := 0;
begin
  for head in select * from audit_head order by account_id loop
    -- The first that stays, or the end; a clock that was put back never opens a hole.
    select coalesce((select a.n from audit a where a.chain = head.account_id and a.n > head.cut_n and a.at >= before order by a.n limit 1), head.n + 1) - 1
      into last;
    last := least(last, head.cut_n + most - gone);
    continue when last <= head.cut_n;
    update audit_head h set cut_n = last, cut_hash = (select a.hash from audit a where a.chain = head.account_id and a.n = last)
      where h.account_id = head.account_id;
    delete from audit a where a.chain = head.account_id and a.n <= last;
    gone := gone + (last - head.cut_n)::int;
    exit when gone >= most;
  end loop;
  return gone;
end $$;

revoke execute on function audit_prune(timestamptz, int) from public;
grant execute on function audit_prune(timestamptz, int) to parlour_writer;

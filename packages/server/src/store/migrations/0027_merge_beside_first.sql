-- Merging (WH-012) looks whether a delivery is under way: with a leased lane it is the first one pending. What has gone first since the claim
-- (BOT-071, places below 0) stands before it and is not what was claimed, so it proves nothing. The rest of commit_batch (0013_engine_commit)
-- stays as it is.
do $$
declare
  old text := pg_get_functiondef('commit_batch'::regproc);
  looked constant text := 'and b.lane_place < w.lane_place)';
begin
  if position(looked in old) = 0 then
    raise exception 'commit_batch has another form than this step expects';
  end if;
  execute replace(old, looked, 'and b.lane_place >= 0 and b.lane_place < w.lane_place)');
end $$;

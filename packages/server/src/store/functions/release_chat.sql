-- Makes webhook deliveries of a chat that wait for its rating due now (WH-080). Called when the
-- visitor of a closed chat has left, because nobody will rate it.
--
-- Parameters: p_now is the time in milliseconds since 1970.
create or replace function release_chat(p_account bigint, p_chat bigint, p_now bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(-p_account);
  perform release_waiting(p_account, w.endpoint_id, p_chat, p_now) from webhook w where w.account_id = p_account and w.deleted_at is null;
end $$;

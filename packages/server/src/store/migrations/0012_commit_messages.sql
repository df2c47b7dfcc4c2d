-- The short form again (performance.md 1.5), guarded by the head alone: while one node writes, an account that stands where this node has seen
-- it holds nothing this node does not know, so no row needs a guard of its own. Settings are read beside the journal: their version stands in the same row. For batches that hold only messages of known chats of one
-- account, with nothing changed that a verb reads, no keys, nothing owed. The arrays are those of commit_batch.
-- Nothing is kept in node: whether a call that was cut was committed is seen at the positions it would have taken.
-- What does not hold raises PX001: nothing is written, and the batch goes through commit_batch, which says which groups are stale.
drop function commit_messages;
create function commit_messages(
  p_account bigint, p_position bigint, p_config bigint, c_id bigint[], c_n int[],
  e_at bigint[], e_channel bigint[], e_chat bigint[], e_visitor bigint[], e_c int[], e_n int[], e_author_kind text[], e_author bigint[], e_body text[]
) returns text language plpgsql as $$
declare
  seqs int[];
begin
  -- The lock of the head and its new position in one; from here on nobody else writes to the account.
  update account_head set position = position + cardinality(e_body) 
    where account_id = p_account and position = p_position and config_version = p_config;
  if not found then
    raise exception 'the account has gone on' using errcode = 'PX001';
  end if;
  with written as (
    update chat c set last_seq = c.last_seq + q.n from unnest(c_id, c_n) with ordinality q(id, n, i)
      where c.account_id = p_account and c.id = q.id
      returning q.i, c.last_seq - q.n as before)
    select array_agg(w.before order by w.i) into seqs from written w;
  insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, author_kind, author_id, body)
    select p_account, p_position + q.i, to_timestamp(q.at::float8 / 1000), 'message_created', q.channel, q.chat, q.visitor, seqs[q.c] + q.n, q.author_kind, q.author, q.body
    from unnest(e_at, e_channel, e_chat, e_visitor, e_c, e_n, e_author_kind, e_author, e_body) with ordinality
      q(at, channel, chat, visitor, c, n, author_kind, author, body, i);
  return '{"status":[],"base":[' || p_position || '],"seq":' || array_to_json(seqs)::text || ',"number":[]}';
end $$;

-- Writes a batch that contains only messages of existing chats of one account: no new visitors,
-- changed rows, idempotency keys or deliveries. The common case, and faster than commit_batch
-- (decision 0029). journal/writing/commit-messages.ts calls it.
--
-- Only the position of the account guards the write: while one node writes, nothing that it has not
-- read can be at that position. config_version is in the same row. Nothing is noted in node: after
-- a lost connection the node looks at the positions.
--
-- Parameters: p_position and p_config are the position and config_version that were read. The
-- arrays are those of commit_batch.
-- Result: JSON text as that of commit_batch. Raises PX001 if the account has another position or
-- config_version. Then nothing is written, and the batch goes through commit_batch.
create or replace function commit_messages(
  p_account bigint, p_position bigint, p_config bigint, c_id bigint[], c_n int[],
  e_at bigint[], e_channel bigint[], e_chat bigint[], e_visitor bigint[], e_c int[], e_n int[], e_author_kind text[], e_author bigint[], e_body text[]
) returns text language plpgsql as $$
declare
  seqs int[];
begin
  -- The lock of the head and its new position in one; from here on nobody else writes to the
  -- account.
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

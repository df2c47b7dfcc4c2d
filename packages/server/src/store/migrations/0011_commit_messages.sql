-- The second form of commit_batch (performance.md 1.5), for the batch that comes most: only messages of known chats of one account, nothing
-- changed that a verb reads, no keys, nothing owed. The arrays are those of commit_batch, the result too.
-- What no longer holds raises PX001: nothing is written, and the batch goes through commit_batch, which says which groups are stale.
create function commit_messages(
  p_node bigint, p_batch bigint, p_account bigint, p_config bigint, p_groups int,
  v_id bigint[], v_version bigint[], c_id bigint[], c_version bigint[], c_n int[],
  e_at bigint[], e_channel bigint[], e_chat bigint[], e_visitor bigint[], e_c int[], e_n int[], e_author_kind text[], e_author bigint[], e_body text[]
) returns text language plpgsql as $$
declare
  base bigint;
  seqs int[];
  result text;
begin
  -- The head's lock and its new position in one; from here on nobody else writes to the account.
  update account_head set position = position + cardinality(e_body) where account_id = p_account and config_version = p_config
    returning position - cardinality(e_body) into base;
  with written as (
    update chat c set last_seq = c.last_seq + q.n from unnest(c_id, c_version, c_n) with ordinality q(id, version, n, i)
      where c.account_id = p_account and c.id = q.id and c.version = q.version
        and (select count(*) from unnest(v_id, v_version) u(id, version)
          join visitor v on v.account_id = p_account and v.id = u.id and v.version = u.version) = cardinality(v_id)
      returning q.i, c.last_seq - q.n as before)
    select array_agg(w.before order by w.i) into seqs from written w;
  if base is null or cardinality(seqs) is distinct from cardinality(c_id) then
    raise exception 'the batch is not plain any more' using errcode = 'PX001';
  end if;
  insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, author_kind, author_id, body)
    select p_account, base + q.i, to_timestamp(q.at::float8 / 1000), 'message_created', q.channel, q.chat, q.visitor, seqs[q.c] + q.n, q.author_kind, q.author, q.body
    from unnest(e_at, e_channel, e_chat, e_visitor, e_c, e_n, e_author_kind, e_author, e_body) with ordinality
      q(at, channel, chat, visitor, c, n, author_kind, author, body, i);
  result := json_build_object('status', array_fill(0, array[p_groups]), 'base', array[base], 'seq', seqs, 'number', '{}'::bigint[])::text;
  update node set last_batch = p_batch, last_result = result where id = p_node and last_batch < p_batch;
  return result;
end $$;

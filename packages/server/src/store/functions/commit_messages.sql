-- Writes messages of existing chats that change no state, with the deliveries and the idempotency
-- keys that they need. The common case (decision 0137). journal/writing/commit/commit-messages.ts
-- calls it.
--
-- It reads nothing. The node numbers the messages from what it has read of the accounts, and the
-- unique keys of the journal refuse them if anything else was written there meanwhile, such as a
-- change of the chat or of the settings. They also refuse a client id that was used before, and
-- the key of idempotency refuses a known key that has not expired. After such an error (SQLSTATE
-- 23505) nothing is written, and the batch goes through commit_batch.
--
-- Parameters: arrays with one element per item. Times are milliseconds since 1970.
--   a  accounts, ascending. Their locks are shared: messages only wait for changes of state
--   e  messages, ascending by account and position
--   d  deliveries, due now. d_e: index of the message, from 1
--   k  idempotency keys with their responses
create or replace function commit_messages(
  a_id bigint[],
  e_account bigint[], e_position bigint[], e_at bigint[], e_channel bigint[], e_chat bigint[], e_visitor bigint[], e_seq int[],
  e_author_kind text[], e_author bigint[], e_client text[], e_body text[],
  d_e int[], d_endpoint bigint[], d_id bigint[], d_order bigint[], d_event text[],
  k_account bigint[], k_scope text[], k_key text[], k_hash bytea[], k_answer text[], k_at bigint[]
) returns void language plpgsql as $$
declare
  keys int;
begin
  perform pg_advisory_xact_lock_shared(-a.id) from unnest(a_id) a(id);
  insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, author_kind, author_id, client_id, body)
    select q.account, q.position, to_timestamp(q.at::float8 / 1000), 'message_created', q.channel, q.chat, q.visitor, q.seq, q.author_kind, q.author, q.client, q.body
    from unnest(e_account, e_position, e_at, e_channel, e_chat, e_visitor, e_seq, e_author_kind, e_author, e_client, e_body)
      q(account, position, at, channel, chat, visitor, seq, author_kind, author, client, body);
  if d_e is not null then
    insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, seq, next_at, created_at, updated_at)
      select e_account[q.e], e_position[q.e], q.endpoint, q.id, q.order_key, e_position[q.e], q.event, e_chat[q.e], e_seq[q.e], t.at, t.at, t.at
      from unnest(d_e, d_endpoint, d_id, d_order, d_event) q(e, endpoint, id, order_key, event)
      cross join lateral (select to_timestamp(e_at[q.e]::float8 / 1000) as at) t;
    perform wake_lanes(array_agg(e_account[q.e]), array_agg(q.endpoint), array_agg(q.order_key), array_agg(e_at[q.e]))
      from unnest(d_e, d_endpoint, d_order) q(e, endpoint, order_key);
  end if;
  if k_key is not null then
    insert into idempotency (account_id, scope, key, hash, answer, created_at)
      select q.account, q.scope, q.key, q.hash, q.answer, to_timestamp(q.at::float8 / 1000)
      from unnest(k_account, k_scope, k_key, k_hash, k_answer, k_at) q(account, scope, key, hash, answer, at)
      on conflict (account_id, scope, key) do update set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at
        where idempotency.created_at <= excluded.created_at - idempotency_ttl(excluded.scope);
    get diagnostics keys = row_count;
    if keys < cardinality(k_key) then raise unique_violation; end if;
  end if;
end $$;

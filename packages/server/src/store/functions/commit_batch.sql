-- Writes one batch to the journal: events with the rows that they change and the deliveries that
-- they cause. The full form, for changes of state (docs/journal.md, section 2). Messages and
-- changes of deliveries have functions of their own. journal/writing/commit/commit-batch.ts calls
-- it.
--
-- Parameters: p_node and p_batch are the node and its batch number, which the row of the node keeps
-- with the result. p_accounts: ids, ascending. The others are JSON arrays of rows, or null. The
-- types batch_* have their fields. Times are milliseconds since 1970. Fields that are numbers of
-- other rows count from 1:
--   n  number of this row   g  group   a  account   c  chat, 0 is none   v  visitor, 0 is none
--
--   p_groups  the commands of one visitor each. config: config_version as read
--   p_visitors  version: as read. -1: the customer must not exist. change: write it
--   p_chats  version: as read. -1: new. required_seq: seq of its last message, or null for any.
--      change: write it
--   p_operators  operators whose version was read
--   p_participants  joined: joins, otherwise leaves
--   p_records  calls and offline messages, guarded by the version of their visitor
--   p_keys  idempotency keys with their responses (see fill_numbers). hash: base64. c, nth, v:
--      chat, message and visitor whose numbers the response contains
--   p_events  in order. kind 1: the message with the number nth of chat c in this batch. kind 2: an
--      entry about a chat whose last message is that one. Its body is filled by fill_numbers.
--      kind 3: the message with seq nth of the chat has changed, and its stored body becomes the
--      one of this entry. client: id of the client, which no other message of the author has
--   p_deliveries  e: event. chat: if the event names none. delay: ms.
--      merge 1: not written if a delivery of the same event waits for its delay in the lane
--      merge 2: whatever waits for its delay in the lane is due now and replaces this one. Written
--      if nothing waits
--      merge 3: whatever waits for its delay in the lane is due now. Not written
--      merge 4: not written. The delivery `id` is deleted. If an attempt to send it has started,
--      or its delay has passed, the group is not written (status 1)
--      first: before everything that waits in the lane
--
-- Result: JSON text {"status": [per group: 0 written, 1 what was read has changed, 2 the key or
-- client id is known], "base": [per account: position before the batch], "seq": [per chat: seq of
-- its last message before], "number": [per visitor], "chat_number": [per chat, null if it has
-- none]}. Of a group with status 1 or 2 nothing is written.
create or replace function commit_batch(
  p_node bigint, p_batch bigint, p_accounts bigint[], p_groups json, p_visitors json, p_chats json, p_operators json, p_participants json, p_records json,
  p_keys json, p_events json, p_deliveries json
) returns text language plpgsql as $$
declare
  group_rows batch_group[] := array(select q from json_populate_recordset(null::batch_group, p_groups) q);
  visitor_rows batch_visitor[] := array(select q from json_populate_recordset(null::batch_visitor, p_visitors) q);
  chat_rows batch_chat[] := array(select q from json_populate_recordset(null::batch_chat, p_chats) q);
  operator_rows batch_operator[] := array(select q from json_populate_recordset(null::batch_operator, p_operators) q);
  participant_rows batch_participant[] := array(select q from json_populate_recordset(null::batch_participant, p_participants) q);
  record_rows batch_record[] := array(select q from json_populate_recordset(null::batch_record, p_records) q);
  key_rows batch_key[] := array(select q from json_populate_recordset(null::batch_key, p_keys) q);
  event_rows batch_event[] := array(select q from json_populate_recordset(null::batch_event, p_events) q);
  delivery_rows batch_delivery[] := array(select q from json_populate_recordset(null::batch_delivery, p_deliveries) q);
  status int[] := array_fill(0, array[json_array_length(p_groups)]);
  bases bigint[];
  visitor_counts bigint[];
  -- Number of the last chat before the batch, per account. null: see account_head.chats.
  chat_counts bigint[];
  configs bigint[];
  seqs int[] := '{}';
  numbers bigint[] := '{}';
  chat_numbers bigint[] := '{}';
  -- Position of each event. null: its group is not written.
  positions bigint[];
  stale int[];
  more int[];
  bad int;
  merged int[];
  result text;
begin
  -- 1. The locks of the accounts, in order: from here on nobody else writes to them. What is
  --    committed can only be read after that.
  perform pg_advisory_xact_lock(-a.id) from unnest(p_accounts) a(id);
  select array_agg(coalesce(j.position, 0) order by h.account_id), array_agg(h.visitors order by h.account_id), array_agg(h.config_version order by h.account_id)
    into bases, visitor_counts, configs
    from account_head h left join lateral (select e.position from journal e where e.account_id = h.account_id order by e.position desc limit 1) j on true
    where h.account_id = any (p_accounts);
  if cardinality(bases) is distinct from cardinality(p_accounts) then
    raise exception 'an account of the batch has no head';
  end if;

  -- 2. Groups whose reading no longer holds.
  select array_agg(q.g) into stale from unnest(group_rows) q where q.config <> configs[q.a];
  if p_visitors is not null then
    select array_agg(q.g) into more
      from unnest(visitor_rows) q
      -- Not with exists, which may be planned as a scan of all visitors.
      where case q.version
        when -1 then (select v.version from visitor v where v.account_id = p_accounts[q.a] and v.source = q.source and v.customer = q.customer)
        else (select v.version from visitor v where v.account_id = p_accounts[q.a] and v.id = q.id) end is distinct from nullif(q.version, -1);
    stale := stale || more;
  end if;
  if p_chats is not null then
    select array_agg(coalesce(j.seq, 0) order by q.n), array_agg(c.number order by q.n),
        array_agg(q.g) filter (where q.version >= 0 and c.version is distinct from q.version or q.required_seq <> coalesce(j.seq, 0))
      into seqs, chat_numbers, more
      from unnest(chat_rows) q
      left join chat c on c.account_id = p_accounts[q.a] and c.id = q.id
      left join lateral (select e.seq from journal e where e.account_id = c.account_id and e.chat_id = c.id and e.seq is not null
        order by e.seq desc limit 1) j on true;
    stale := stale || more;
  end if;
  if p_operators is not null then
    select array_agg(q.g) into more from unnest(operator_rows) q
      where not exists (select from operator o where o.account_id = p_accounts[q.a] and o.id = q.id and o.version = q.version);
    stale := stale || more;
  end if;
  if exists (select from unnest(delivery_rows) q where q.merge = 4) then
    -- The lanes are locked, as below: a claim has taken its lane before, or finds no delivery.
    perform from lane l join (select distinct d.account_id, d.endpoint_id, d.order_key
        from unnest(delivery_rows) u join delivery d on d.account_id = p_accounts[u.a] and d.id = u.id where u.merge = 4) q
      on l.account_id = q.account_id and l.endpoint_id = q.endpoint_id and l.order_key = q.order_key
      order by l.account_id, l.endpoint_id, l.order_key for update of l;
    select array_agg(q.g) into more from unnest(delivery_rows) q
      where q.merge = 4 and (delivery_waits_until(p_accounts[q.a], q.id) > to_timestamp(q.at::float8 / 1000)) is not true;
    stale := stale || more;
  end if;
  foreach bad in array coalesce(stale, '{}'::int[]) loop
    status[bad] := 1;
  end loop;
  for bad in select q.g from unnest(key_rows) q
      join idempotency i on i.account_id = p_accounts[q.a] and i.scope = q.scope and i.key = q.key
      where i.created_at > to_timestamp(q.at::float8 / 1000) - idempotency_ttl(q.scope) loop
    status[bad] := 2;
  end loop;
  for bad in select q.g from unnest(event_rows) q
      where q.client is not null and exists (select from journal j where j.account_id = p_accounts[q.a] and j.chat_id = q.chat
        and j.author_kind = q.author_kind and j.author_id = q.author and j.client_id = q.client) loop
    status[bad] := 2;
  end loop;
  -- Positions go to what passes only: no holes.
  select array_agg(case status[q.g] when 0 then bases[q.a] + q.nth end order by q.n) into positions
    from (select u.n, u.g, u.a, sum((status[u.g] = 0)::int) over (partition by u.a order by u.n) as nth from unnest(event_rows) u) q;

  -- 3. The counters, before all other rows: 0043_chat_numbers.batches.sql locks them in this order.
  if exists (select from unnest(visitor_rows) q where q.version = -1 and q.change and status[q.g] = 0)
    or exists (select from unnest(chat_rows) q where q.version = -1 and status[q.g] = 0) then
    with added as (
      select a.id, a.n, (select count(*) from unnest(visitor_rows) u where u.a = a.n and u.version = -1 and u.change and status[u.g] = 0) as visitors,
        (select count(*) from unnest(chat_rows) u where u.a = a.n and u.version = -1 and status[u.g] = 0) as chats
      from unnest(p_accounts) with ordinality a(id, n)
    ), counted as (
      update account_head h set visitors = h.visitors + q.visitors, chats = h.chats + q.chats
        from added q where h.account_id = q.id and q.visitors + q.chats > 0
        returning h.account_id, h.chats - q.chats as chats
    )
    select array_agg(t.chats order by q.n) into chat_counts from added q left join counted t on t.account_id = q.id;
    select coalesce(array_agg(case when q.version = -1 then chat_counts[q.a] + q.nth else chat_numbers[q.n] end order by q.n), '{}') into chat_numbers
      from (select u.n, u.a, u.version, count(*) filter (where u.version = -1 and status[u.g] = 0) over (partition by u.a order by u.n) as nth
        from unnest(chat_rows) u) q;
  end if;
  if p_visitors is not null then
    select array_agg(visitor_counts[q.a] + q.nth order by q.n) into numbers
      from (select u.n, u.a, count(*) filter (where u.version = -1 and u.change and status[u.g] = 0) over (partition by u.a order by u.n) as nth
        from unnest(visitor_rows) u) q;
    insert into visitor (account_id, number, id, source, customer, recipient, invite, body)
      select p_accounts[q.a], numbers[q.n], q.id, q.source, q.customer, q.recipient, q.invite, q.body
      from unnest(visitor_rows) q
      where q.version = -1 and q.change and status[q.g] = 0;
    update visitor v set version = v.version + 1, recipient = q.recipient, invite = q.invite, body = q.body
      from unnest(visitor_rows) q
      where v.account_id = p_accounts[q.a] and v.id = q.id and q.version >= 0 and q.change and status[q.g] = 0;
  end if;

  -- 4. Known chats first: one may end so that a new one can begin.
  if p_chats is not null then
    update chat c set version = c.version + 1, state = q.state, assignee = q.assignee, closed_at = to_timestamp(q.closed::float8 / 1000), body = q.body
      from unnest(chat_rows) q
      where c.account_id = p_accounts[q.a] and c.id = q.id and q.version >= 0 and q.change and status[q.g] = 0;
    update chat_activity t set running = false, last_at = greatest(t.last_at, to_timestamp(q.closed::float8 / 1000))
      from unnest(chat_rows) q
      where t.account_id = p_accounts[q.a] and t.chat_id = q.id and q.change and q.state = 'closed' and status[q.g] = 0;
    insert into chat (account_id, id, number, source, visitor_id, state, assignee, created_at, closed_at, body)
      select p_accounts[q.a], q.id, chat_numbers[q.n], q.source, q.visitor, q.state, q.assignee, to_timestamp(q.created::float8 / 1000), to_timestamp(q.closed::float8 / 1000), q.body
      from unnest(chat_rows) q
      where q.version = -1 and status[q.g] = 0;
    insert into chat_activity (account_id, chat_id, last_at, running)
      select p_accounts[q.a], q.id, to_timestamp(q.created::float8 / 1000), q.state <> 'closed'
      from unnest(chat_rows) q
      where q.version = -1 and status[q.g] = 0;
  end if;
  if p_participants is not null then
    insert into participant (account_id, chat_id, operator_id, joined_at)
      select p_accounts[q.a], q.chat, q.operator, to_timestamp(q.at::float8 / 1000)
      from unnest(participant_rows) q where q.joined and status[q.g] = 0
      on conflict (account_id, chat_id, operator_id) do update set joined_at = excluded.joined_at, left_at = null;
    update participant t set left_at = to_timestamp(q.at::float8 / 1000)
      from unnest(participant_rows) q
      where t.account_id = p_accounts[q.a] and t.chat_id = q.chat and t.operator_id = q.operator and not q.joined and status[q.g] = 0;
    update operator o set version = o.version + 1
      from (select distinct p_accounts[u.a] as account, u.operator from unnest(participant_rows) u where status[u.g] = 0) q
      where o.account_id = q.account and o.id = q.operator;
  end if;
  insert into record as o (account_id, id, kind, visitor_id, chat_id, state, created_at, body)
    select p_accounts[q.a], q.id, q.kind, q.visitor, q.chat, q.state, to_timestamp(q.created::float8 / 1000), q.body
    from unnest(record_rows) q where status[q.g] = 0
    on conflict (account_id, id) do update set chat_id = excluded.chat_id, state = excluded.state, body = excluded.body, version = o.version + 1;

  -- 5. The journal, and the deliveries.
  insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, chat_seq, author_kind, author_id, client_id, body)
    select p_accounts[q.a], positions[q.n], to_timestamp(q.at::float8 / 1000), q.name, q.channel, q.chat, q.visitor,
      case q.kind when 1 then seqs[q.c] + q.nth end, case q.kind when 2 then seqs[q.c] + q.nth end, q.author_kind, q.author, q.client,
      case when q.kind = 2 or q.v > 0 then fill_numbers(q.body, null, chat_numbers[q.c], numbers[q.v]) else q.body end
    from unnest(event_rows) q
    where status[q.g] = 0;
  if exists (select from unnest(event_rows) q where q.kind = 3) then
    -- Erasure does not take the lock of the account. What it has erased stays erased.
    update journal j set body = q.body
      from (select distinct on (u.a, u.chat, u.nth) u.g, p_accounts[u.a] as account, u.chat, u.nth as seq,
          regexp_replace((u.body::json->'message')::text, '^\{"seq":[0-9]+,', '{') as body
        from unnest(event_rows) u where u.kind = 3 order by u.a, u.chat, u.nth, u.n desc) q
      where j.account_id = q.account and j.chat_id = q.chat and j.seq = q.seq and status[q.g] = 0 and strpos(j.body, '"erased":true') = 0;
  end if;
  if p_deliveries is not null then
    -- The lanes are locked first: a claim has taken its delivery before, which the lease shows, or
    -- reads what it sends after this. What is under way is the first of its lane.
    perform from lane l join (select distinct p_accounts[u.a] as account, u.endpoint, u.order_key
        from unnest(delivery_rows) u where u.merge < 4) q
      on l.account_id = q.account and l.endpoint_id = q.endpoint and l.order_key = q.order_key
      order by l.account_id, l.endpoint_id, l.order_key for update of l;
    select array_agg(q.n) into merged from (
      select u.*, p_accounts[u.a] as account, row_number() over (partition by u.a, u.endpoint, u.order_key, u.event order by u.n) as turn
      from unnest(delivery_rows) u
      where u.merge < 4 and status[u.g] = 0) q
    where q.merge = 3 or q.turn > 1 or exists (
      select from delivery w join lane l on l.account_id = w.account_id and l.endpoint_id = w.endpoint_id and l.order_key = w.order_key
      where w.account_id = q.account and w.endpoint_id = q.endpoint and w.order_key = q.order_key and w.state = 'pending'
        and (w.event = q.event or q.merge = 2) and w.tries = 0 and w.next_at > to_timestamp(q.at::float8 / 1000)
        and (l.lease_node is null or exists (select from delivery b where b.account_id = w.account_id and b.endpoint_id = w.endpoint_id
          and b.order_key = w.order_key and b.state = 'pending' and b.lane_place >= 0 and b.lane_place < w.lane_place)));
    perform release_waiting(p_accounts[q.a], q.endpoint, q.order_key, q.at)
      from unnest(delivery_rows) q where q.merge in (2, 3) and status[q.g] = 0;
    delete from delivery d using unnest(delivery_rows) q where q.merge = 4 and status[q.g] = 0 and d.account_id = p_accounts[q.a] and d.id = q.id;
    -- Those that go first stand below all positions, in order among themselves (2^52).
    insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, seq, next_at, created_at, updated_at)
      select p_accounts[q.a], positions[q.e], q.endpoint, q.id, q.order_key, case when q.first then positions[q.e] - 4503599627370496 else positions[q.e] end,
        q.event, q.chat, seqs[q.c] + q.nth, to_timestamp((q.at + coalesce(q.delay, 0))::float8 / 1000), to_timestamp(q.at::float8 / 1000), to_timestamp(q.at::float8 / 1000)
      from unnest(delivery_rows) q
      where status[q.g] = 0 and q.merge is distinct from 4 and (merged is null or q.n <> all (merged));
    perform wake_lanes(array_agg(p_accounts[q.a]), array_agg(q.endpoint), array_agg(q.order_key), array_agg(q.at + coalesce(q.delay, 0)))
      from unnest(delivery_rows) q
      where status[q.g] = 0 and q.merge is distinct from 4 and (merged is null or q.n <> all (merged));
  end if;
  insert into idempotency (account_id, scope, key, hash, answer, created_at)
    select p_accounts[q.a], q.scope, q.key, decode(q.hash, 'base64'),
      fill_numbers(q.answer, seqs[q.c] + q.nth, chat_numbers[q.c], numbers[q.v]),
      to_timestamp(q.at::float8 / 1000)
    from unnest(key_rows) q
    where status[q.g] = 0
    on conflict (account_id, scope, key) do update set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at;

  result := json_build_object('status', status, 'base', bases, 'seq', seqs, 'number', numbers, 'chat_number', chat_numbers)::text;
  if cardinality(array_remove(positions, null)) > 0 or p_keys is not null then
    update node set last_batch = p_batch, last_result = result where id = p_node and last_batch < p_batch;
  end if;
  return result;
end $$;

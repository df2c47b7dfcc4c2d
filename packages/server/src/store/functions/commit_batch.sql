-- Writes one batch to the journal: events with the rows that they change and the deliveries that
-- they cause. All writes go through this function, commit_messages or commit_deliveries
-- (docs/journal.md, section 2). journal/writing/commit/commit-batch.ts builds the arguments.
--
-- Parameters: p_node and p_batch are the node and its batch number, which the row of the node keeps
-- with the result. The others are arrays. Those with the same first letter have one element per
-- item. Names that end in _g, _a, _c, _v or _e contain an index (from 1) into the arrays g_, a_,
-- c_, v_ or e_. 0 is none. Times are milliseconds since 1970.
--   a  accounts, ascending
--   g  groups: the commands of one visitor. g_config: config_version as read
--   v  visitors. version: as read. -1: the customer must not exist. change: 0 check only, 1 write
--   c  chats. version: as read. -1: new. change: 0 check only, 1 write
--   o  operators whose version was read
--   p  participants. joined: 1 joins, 0 leaves
--   r  calls and offline messages, guarded by the version of their visitor: {id, kind, visitor,
--      chat, state, created, body}
--   k  idempotency keys with their responses. c, n, v: chat, message and visitor whose numbers the
--      response contains
--   e  events, in order. ord: order in the account. kind 1: a message, the n-th of chat c in this
--      batch. kind 2: an entry with a chat, whose last message is the n-th. client: id of the
--      client, which no other message of the author has. e_clients: some event has one
--   d  deliveries of events. chat: if the event names none. delay: ms.
--      merge 1: not written if a delivery of the same event waits for its delay in the lane
--      merge 2: whatever waits for its delay in the lane is due now and replaces this one. Written
--      if nothing waits
--      merge 3: whatever waits for its delay in the lane is due now. Not written
--      first 1: before everything that waits in the lane. null: 0
--
-- Result: JSON text {"status": [per group: 0 written, 1 an older version was read, 2 the key or
-- client id is known], "base": [per account: position before the batch], "seq": [per chat: seq of
-- its last message before], "number": [per visitor]}. Of a group with status 1 or 2 nothing is
-- written.
create or replace function commit_batch(
  p_node bigint, p_batch bigint,
  a_id bigint[],
  g_a int[], g_config bigint[],
  v_g int[], v_id bigint[], v_version bigint[], v_change int[], v_source bigint[], v_customer text[], v_recipient text[], v_invite text[], v_body text[],
  c_g int[], c_id bigint[], c_version bigint[], c_change int[], c_source bigint[], c_visitor bigint[], c_state text[], c_assignee bigint[],
  c_created bigint[], c_closed bigint[], c_body text[],
  o_g int[], o_id bigint[], o_version bigint[],
  p_g int[], p_chat bigint[], p_operator bigint[], p_joined int[], p_at bigint[],
  r_g int[], r_row text[],
  k_g int[], k_scope text[], k_key text[], k_hash bytea[], k_answer text[], k_c int[], k_n int[], k_v int[], k_at bigint[],
  e_g int[], e_ord int[], e_at bigint[], e_name text[], e_channel bigint[], e_chat bigint[], e_visitor bigint[], e_kind int[], e_c int[], e_n int[], e_v int[],
  e_author_kind text[], e_author bigint[], e_client text[], e_body text[], e_clients boolean,
  d_e int[], d_endpoint bigint[], d_id bigint[], d_order bigint[], d_event text[], d_chat bigint[], d_delay int[], d_merge int[], d_first int[]
) returns text language plpgsql as $$
declare
  status int[] := array_fill(0, array[cardinality(g_a)]);
  bases bigint[];
  visitor_counts bigint[];
  configs bigint[];
  seqs int[] := '{}';
  numbers bigint[] := '{}';
  ords int[] := e_ord;
  stale int[];
  more int[];
  bad int;
  new_visitors boolean := -1 = any (v_version);
  wrote boolean := cardinality(e_g) > 0;
  merged int[];
  result text;
begin
  -- 1. The locks of the accounts, in order: from here on nobody else writes to them. What is
  --    committed can only be read after that.
  perform pg_advisory_xact_lock(-a.id) from unnest(a_id) a(id);
  select array_agg(coalesce(j.position, 0) order by h.account_id), array_agg(h.visitors order by h.account_id), array_agg(h.config_version order by h.account_id)
    into bases, visitor_counts, configs
    from account_head h left join lateral (select e.position from journal e where e.account_id = h.account_id order by e.position desc limit 1) j on true
    where h.account_id = any (a_id);
  if cardinality(bases) is distinct from cardinality(a_id) then
    raise exception 'an account of the batch has no head';
  end if;

  -- 2. Groups whose reading no longer holds.
  select array_agg(b.g) into stale from (
    select q.i::int as g from unnest(g_a, g_config) with ordinality q(a, config, i) where q.config <> configs[q.a]
    union all
    select q.g from unnest(v_g, v_id, v_version) q(g, id, version)
      where q.version >= 0 and not exists (select from visitor v where v.account_id = a_id[g_a[q.g]] and v.id = q.id and v.version = q.version)
  ) b;
  if cardinality(c_g) > 0 then
    select array_agg(coalesce(j.seq, 0) order by q.i), array_agg(q.g) filter (where q.version >= 0 and c.version is distinct from q.version)
      into seqs, more
      from unnest(c_g, c_id, c_version) with ordinality q(g, id, version, i)
      left join chat c on c.account_id = a_id[g_a[q.g]] and c.id = q.id
      left join lateral (select e.seq from journal e where e.account_id = c.account_id and e.chat_id = c.id and e.seq is not null
        order by e.seq desc limit 1) j on true;
    stale := stale || more;
  end if;
  if new_visitors then
    select array_agg(q.g) into more from unnest(v_g, v_version, v_source, v_customer) q(g, version, source, customer)
      where q.version = -1 and exists (select from visitor v where v.account_id = a_id[g_a[q.g]] and v.source = q.source and v.customer = q.customer);
    stale := stale || more;
  end if;
  if cardinality(o_g) > 0 then
    select array_agg(q.g) into more from unnest(o_g, o_id, o_version) q(g, id, version)
      where not exists (select from operator o where o.account_id = a_id[g_a[q.g]] and o.id = q.id and o.version = q.version);
    stale := stale || more;
  end if;
  foreach bad in array coalesce(stale, '{}'::int[]) loop
    status[bad] := 1;
  end loop;
  if cardinality(k_g) > 0 then
    for bad in select q.g from unnest(k_g, k_scope, k_key, k_at) q(g, scope, key, at)
        join idempotency i on i.account_id = a_id[g_a[q.g]] and i.scope = q.scope and i.key = q.key
        where i.created_at > to_timestamp((q.at - 86400000)::float8 / 1000) loop
      status[bad] := 2;
    end loop;
  end if;
  if e_clients then
    for bad in select q.g from unnest(e_g, e_chat, e_author_kind, e_author, e_client) q(g, chat, author_kind, author, client)
        where q.client is not null and exists (select from journal j where j.account_id = a_id[g_a[q.g]] and j.chat_id = q.chat
          and j.author_kind = q.author_kind and j.author_id = q.author and j.client_id = q.client) loop
      status[bad] := 2;
    end loop;
  end if;
  if 1 = any (status) or 2 = any (status) then
    -- Positions go to what passes only: no holes.
    select coalesce(array_agg(q.n order by q.i), '{}'), coalesce(bool_or(q.good), false) into ords, wrote from (
      select u.i, status[u.g] = 0 as good, (sum((status[u.g] = 0)::int) over (partition by g_a[u.g] order by u.i))::int as n
      from unnest(e_g) with ordinality u(g, i)) q;
  end if;

  -- 3. Visitors.
  if new_visitors then
    select array_agg(case when q.good then visitor_counts[q.a] + q.n else 0 end order by q.i) into numbers from (
      select u.i, g_a[u.g] as a, u.version = -1 and u.change = 1 and status[u.g] = 0 as good,
        sum((u.version = -1 and u.change = 1 and status[u.g] = 0)::int) over (partition by g_a[u.g] order by u.i) as n
      from unnest(v_g, v_version, v_change) with ordinality u(g, version, change, i)) q;
    insert into visitor (account_id, number, id, source, customer, recipient, invite, body)
      select a_id[g_a[q.g]], numbers[q.i], q.id, q.source, q.customer, q.recipient, q.invite, q.body
      from unnest(v_g, v_id, v_version, v_change, v_source, v_customer, v_recipient, v_invite, v_body) with ordinality
        q(g, id, version, change, source, customer, recipient, invite, body, i)
      where q.version = -1 and q.change = 1 and status[q.g] = 0;
  end if;
  if 1 = any (v_change) then
    update visitor v set version = v.version + 1, recipient = q.recipient, invite = q.invite, body = q.body
      from unnest(v_g, v_id, v_version, v_change, v_recipient, v_invite, v_body) q(g, id, version, change, recipient, invite, body)
      where v.account_id = a_id[g_a[q.g]] and v.id = q.id and q.version >= 0 and q.change = 1 and status[q.g] = 0;
  end if;

  -- 4. Known chats first: one may end so that a new one can begin.
  if 1 = any (c_change) then
    update chat c set version = c.version + 1, state = q.state, assignee = q.assignee, closed_at = to_timestamp(q.closed::float8 / 1000), body = q.body
      from unnest(c_g, c_id, c_version, c_change, c_state, c_assignee, c_closed, c_body) q(g, id, version, change, state, assignee, closed, body)
      where c.account_id = a_id[g_a[q.g]] and c.id = q.id and q.version >= 0 and q.change = 1 and status[q.g] = 0;
    if 'closed' = any (c_state) then
      update chat_activity t set running = false, last_at = greatest(t.last_at, to_timestamp(q.closed::float8 / 1000))
        from unnest(c_g, c_id, c_change, c_state, c_closed) q(g, id, change, state, closed)
        where t.account_id = a_id[g_a[q.g]] and t.chat_id = q.id and q.change = 1 and q.state = 'closed' and status[q.g] = 0;
    end if;
  end if;
  if -1 = any (c_version) then
    insert into chat (account_id, id, source, visitor_id, state, assignee, created_at, closed_at, body)
      select a_id[g_a[q.g]], q.id, q.source, q.visitor, q.state, q.assignee, to_timestamp(q.created::float8 / 1000), to_timestamp(q.closed::float8 / 1000), q.body
      from unnest(c_g, c_id, c_version, c_source, c_visitor, c_state, c_assignee, c_created, c_closed, c_body)
        q(g, id, version, source, visitor, state, assignee, created, closed, body)
      where q.version = -1 and status[q.g] = 0;
    insert into chat_activity (account_id, chat_id, last_at, running)
      select a_id[g_a[q.g]], q.id, to_timestamp(q.created::float8 / 1000), q.state <> 'closed'
      from unnest(c_g, c_id, c_version, c_state, c_created) q(g, id, version, state, created)
      where q.version = -1 and status[q.g] = 0;
  end if;
  if cardinality(p_g) > 0 then
    insert into participant (account_id, chat_id, operator_id, joined_at)
      select a_id[g_a[q.g]], q.chat, q.operator, to_timestamp(q.at::float8 / 1000)
      from unnest(p_g, p_chat, p_operator, p_joined, p_at) q(g, chat, operator, joined, at) where q.joined = 1 and status[q.g] = 0
      on conflict (account_id, chat_id, operator_id) do update set joined_at = excluded.joined_at, left_at = null;
    update participant t set left_at = to_timestamp(q.at::float8 / 1000)
      from unnest(p_g, p_chat, p_operator, p_joined, p_at) q(g, chat, operator, joined, at)
      where t.account_id = a_id[g_a[q.g]] and t.chat_id = q.chat and t.operator_id = q.operator and q.joined = 0 and status[q.g] = 0;
    update operator o set version = o.version + 1
      from (select distinct a_id[g_a[u.g]] as account, u.operator from unnest(p_g, p_operator) u(g, operator) where status[u.g] = 0) q
      where o.account_id = q.account and o.id = q.operator;
  end if;
  if cardinality(r_g) > 0 then
    insert into record as o (account_id, id, kind, visitor_id, chat_id, state, created_at, body)
      select a_id[g_a[q.g]], (q.j->>'id')::bigint, q.j->>'kind', (q.j->>'visitor')::bigint, (q.j->>'chat')::bigint, q.j->>'state',
        to_timestamp((q.j->>'created')::float8 / 1000), q.j->>'body'
      from (select u.g, u.j::json as j from unnest(r_g, r_row) u(g, j)) q where status[q.g] = 0
      on conflict (account_id, id) do update set chat_id = excluded.chat_id, state = excluded.state, body = excluded.body, version = o.version + 1;
  end if;

  -- 5. and 6. The journal, and what it owes.
  if wrote then
    insert into journal (account_id, position, at, name, channel_id, chat_id, visitor_id, seq, chat_seq, author_kind, author_id, client_id, body)
      select a_id[g_a[q.g]], bases[g_a[q.g]] + ords[q.i], to_timestamp(q.at::float8 / 1000), q.name, q.channel, q.chat, q.visitor,
        case q.kind when 1 then seqs[q.c] + q.n end, case q.kind when 2 then seqs[q.c] + q.n end, q.author_kind, q.author, q.client,
        case when q.v > 0 then replace(q.body, '"number":null', '"number":' || numbers[q.v]) else q.body end
      from unnest(e_g, e_at, e_name, e_channel, e_chat, e_visitor, e_kind, e_c, e_n, e_v, e_author_kind, e_author, e_client, e_body) with ordinality
        q(g, at, name, channel, chat, visitor, kind, c, n, v, author_kind, author, client, body, i)
      where status[q.g] = 0;
    if cardinality(d_e) > 0 then
      if array[1, 2, 3] && d_merge then
        -- The lanes are locked first: a claim has taken its delivery before, which the lease shows,
        -- or reads what it sends after this. What is under way is the first of its lane.
        perform from lane l join (
          select distinct a_id[g_a[e_g[u.e]]] as account, u.endpoint, u.order_key from unnest(d_e, d_endpoint, d_order, d_merge) u(e, endpoint, order_key, merge)
          where u.merge is not null) q on l.account_id = q.account and l.endpoint_id = q.endpoint and l.order_key = q.order_key
          order by l.account_id, l.endpoint_id, l.order_key for update of l;
        select array_agg(q.i::int) into merged from (
          select u.*, a_id[g_a[e_g[u.e]]] as account, row_number() over (partition by g_a[e_g[u.e]], u.endpoint, u.order_key, u.event order by u.i) as nth
          from unnest(d_e, d_endpoint, d_order, d_event, d_merge) with ordinality u(e, endpoint, order_key, event, merge, i)
          where u.merge is not null and status[e_g[u.e]] = 0) q
        where q.merge = 3 or q.nth > 1 or exists (
          select from delivery w join lane l on l.account_id = w.account_id and l.endpoint_id = w.endpoint_id and l.order_key = w.order_key
          where w.account_id = q.account and w.endpoint_id = q.endpoint and w.order_key = q.order_key and w.state = 'pending'
            and (w.event = q.event or q.merge = 2) and w.tries = 0 and w.next_at > to_timestamp(e_at[q.e]::float8 / 1000)
            and (l.lease_node is null or exists (select from delivery b where b.account_id = w.account_id and b.endpoint_id = w.endpoint_id
              and b.order_key = w.order_key and b.state = 'pending' and b.lane_place >= 0 and b.lane_place < w.lane_place)));
      end if;
      if array[2, 3] && d_merge then
        perform release_waiting(a_id[g_a[e_g[q.e]]], q.endpoint, q.order_key, e_at[q.e])
          from unnest(d_e, d_endpoint, d_order, d_merge) q(e, endpoint, order_key, merge) where q.merge > 1 and status[e_g[q.e]] = 0;
      end if;
      -- Those that go first stand below all positions, in order among themselves (2^52).
      insert into delivery (account_id, position, endpoint_id, id, order_key, lane_place, event, chat_id, seq, next_at, created_at, updated_at)
        select a_id[g_a[e_g[q.e]]], t.position, q.endpoint, q.id, q.order_key, case q.first when 1 then t.position - 4503599627370496 else t.position end,
          q.event, coalesce(q.chat, e_chat[q.e]), case e_kind[q.e] when 1 then seqs[e_c[q.e]] + e_n[q.e] end,
          to_timestamp((e_at[q.e] + coalesce(q.delay, 0))::float8 / 1000), t.at, t.at
        from unnest(d_e, d_endpoint, d_id, d_order, d_event, d_chat, d_delay, d_first) with ordinality q(e, endpoint, id, order_key, event, chat, delay, first, i)
        cross join lateral (select bases[g_a[e_g[q.e]]] + ords[q.e] as position, to_timestamp(e_at[q.e]::float8 / 1000) as at) t
        where status[e_g[q.e]] = 0 and (merged is null or q.i <> all (merged));
      perform wake_lanes(array_agg(a_id[g_a[e_g[q.e]]]), array_agg(q.endpoint), array_agg(q.order_key), array_agg(e_at[q.e] + coalesce(q.delay, 0)))
        from unnest(d_e, d_endpoint, d_order, d_delay) with ordinality q(e, endpoint, order_key, delay, i)
        where status[e_g[q.e]] = 0 and (merged is null or q.i <> all (merged));
    end if;
    if new_visitors then
      update account_head h set visitors = q.top
        from (select g_a[u.g] as a, max(numbers[u.i]) as top from unnest(v_g) with ordinality u(g, i) group by 1) q
        where h.account_id = a_id[q.a] and q.top > 0;
    end if;
  end if;
  if cardinality(k_g) > 0 then
    insert into idempotency (account_id, scope, key, hash, answer, created_at)
      select a_id[g_a[q.g]], q.scope, q.key, q.hash,
        replace(case when q.c > 0 then replace(q.answer, '"seq":null', '"seq":' || (seqs[q.c] + q.n)) else q.answer end,
          '"number":null', case when q.v > 0 then '"number":' || numbers[q.v] else '"number":null' end),
        to_timestamp(q.at::float8 / 1000)
      from unnest(k_g, k_scope, k_key, k_hash, k_answer, k_c, k_n, k_v, k_at) q(g, scope, key, hash, answer, c, n, v, at)
      where status[q.g] = 0
      on conflict (account_id, scope, key) do update set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at;
    wrote := true;
  end if;

  result := json_build_object('status', status, 'base', bases, 'seq', seqs, 'number', numbers)::text;
  if wrote then
    update node set last_batch = p_batch, last_result = result where id = p_node and last_batch < p_batch;
  end if;
  return result;
end $$;

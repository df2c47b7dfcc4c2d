-- Reads the first pending delivery of each claimed lane, or as many as it may send as a run, and
-- everything that their requests are built from. Called by the functions that claim lanes.
-- store/deliveries/claim.ts parses the result.
--
-- Parameters: one element per lane. k_started: start of an attempt that a dead process did not
-- finish, or null. k_run: number of deliveries. null: one.
-- Result: JSON {"claims": [[…]], "endpoints": [[…]], "channels": [[…]]}.
--
-- The settings force plans that find rows by key, also on tables that were never analysed.
create or replace function read_claims(k_account bigint[], k_endpoint bigint[], k_lane bigint[], k_token bigint[], k_started timestamptz[], k_run int[])
returns json language plpgsql
set enable_seqscan = off set enable_sort = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off set jit = off set plan_cache_mode = force_generic_plan
as $$
declare
  k_channel bigint[];
  claims json;
  endpoints json;
  channels json;
begin
  select json_agg(json_build_array(k.account, k.endpoint, k.lane, k.token, date_part('epoch', k.started) * 1000, d.position, d.id, d.lane_place, d.event, d.chat_id, d.seq,
      d.attempts, d.tries, date_part('epoch', d.anchor_at) * 1000, d.outcome, d.error_code, d.error_message, d.unconfirmed, date_part('epoch', d.next_at) * 1000,
      date_part('epoch', d.created_at) * 1000, date_part('epoch', d.updated_at) * 1000, j.name, j.seq, j.body, j.channel_id, v.recipient, coalesce(o.id, b.id), coalesce(o.name, b.name), coalesce(o.photo, b.photo), d.failed_recipients)),
      array_agg(distinct j.channel_id) into claims, k_channel
    from unnest(k_account, k_endpoint, k_lane, k_token, k_started, k_run) k(account, endpoint, lane, token, started, run)
    left join lateral (select * from delivery p where p.account_id = k.account and p.endpoint_id = k.endpoint and p.order_key = k.lane and p.state = 'pending'
      order by p.lane_place limit coalesce(k.run, 1)) d on true
    left join journal j on j.account_id = d.account_id and j.position = d.position
    left join visitor v on v.account_id = j.account_id and v.id = j.visitor_id
    left join operator o on o.account_id = j.account_id and o.id = j.author_id and j.author_kind = 'operator'
    left join bot b on b.account_id = j.account_id and b.id = j.author_id and j.author_kind = 'bot';
  select json_agg(json_build_array(e.id, e.kind, e.url, encode(e.secret, 'base64'), encode(e.previous_secret, 'base64'), date_part('epoch', e.previous_secret_until) * 1000))
    into endpoints from (select distinct account, id from unnest(k_account, k_endpoint) k(account, id)) k join endpoint e on e.account_id = k.account and e.id = k.id;
  select json_agg(json_build_array(c.id, c.public_id, c.name, c.enabled, c.deleted_at is not null, c.chunked, c.append_public_id, c.media_as,
    c.kind, c.settings, c.info, encode(c.secrets, 'base64')))
    into channels from (select distinct account from unnest(k_account) k(account)) k join channel c on c.account_id = k.account and c.id = any (k_channel);
  return json_build_object('claims', coalesce(claims, '[]'), 'endpoints', coalesce(endpoints, '[]'), 'channels', coalesce(channels, '[]'));
end $$;

-- How long an idempotency key of this scope is valid: a day (CH-057), or 30 s for the keys that
-- Parlour gives to requests of bots (BOT-085, edges/bot/requests/repeat-keys.ts). The keys of an
-- import from another system are deleted when it ends (MV-022).
create or replace function idempotency_ttl(p_scope text) returns interval language sql immutable parallel safe as $$
  select case when p_scope like 'bot-repeat:%' then interval '30 seconds'
    when p_scope like 'move:%' then interval '100 years' else interval '1 day' end
$$;

-- Returns the hash of an audit entry: SHA-256 of the previous hash and of one JSON array. Everybody
-- can compute it from the rows (docs/operate/audit.md).
--
-- Parameters: a is the entry.
create or replace function audit_hash(a audit) returns bytea language sql stable as $$
  select sha256(coalesce(a.previous, ''::bytea) || convert_to(json_build_array(a.n, (extract(epoch from a.at) * 1000)::bigint, a.account_id, a.actor_kind,
    a.actor_id, a.action, a.target, a.address, a.request_id, a.result, a.changes)::text, 'UTF8'))
$$;

-- Trigger function: gives each new audit entry its number, its changes and its hash. Runs as the
-- owner of the tables, so that nobody else writes them.
create or replace function audit_seal() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head audit_head;
begin
  new.chain := coalesce(new.account_id, 0);
  insert into audit_head (account_id) values (new.chain) on conflict do nothing;
  select * into head from audit_head where account_id = new.chain for update;
  new.at := date_trunc('milliseconds', new.at);
  new.n := head.n + 1;
  new.previous := head.hash;
  -- What the transaction changed since the last entry (audit_note).
  new.changes := coalesce(new.changes, '[' || nullif(current_setting('app.changes', true), '') || ']', '[]');
  perform set_config('app.changes', '', true), set_config('app.changes_full', '', true);
  new.hash := audit_hash(new);
  update audit_head set n = new.n, hash = new.hash where account_id = new.chain;
  return new;
end $$;

create or replace trigger audit_seal before insert on audit for each row execute function audit_seal();

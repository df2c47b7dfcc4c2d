-- Isolation of accounts (journal.md 5). The roles themselves belong to the cluster and are made by migrate.ts.
-- The reader sees rows of the account that its transaction names, and none when it names none.

grant usage on schema public to parlour_writer, parlour_reader;
grant select, insert, update, delete on all tables in schema public to parlour_writer;
revoke all on kysely_migration, kysely_migration_lock from parlour_writer;

do $$
declare
  t record;
begin
  for t in
    select c.relname, case when c.relname = 'account' then 'id' else 'account_id' end as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind = 'r' and c.relname not in ('instance', 'node', 'kysely_migration', 'kysely_migration_lock')
  loop
    execute format('alter table %I enable row level security', t.relname);
    execute format('alter table %I force row level security', t.relname);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t.relname);
    execute format('create policy reader on %I for select to parlour_reader using (%I = nullif(current_setting(''app.account'', true), '''')::bigint)', t.relname, t.key);
    execute format('grant select on %I to parlour_reader', t.relname);
  end loop;
end $$;

-- Found by hash before an account is known: the writer's business alone.
revoke select on session, idempotency from parlour_reader;

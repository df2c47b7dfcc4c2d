-- Progress of a migration that changes rows in batches (CORE-281). The runner adds these columns
-- itself before its first batch, because it also runs earlier migrations.
alter table migration_cursor
  -- Approximate number of rows that are done.
  add column if not exists changed_rows bigint not null default 0,
  -- Number of rows of the table at the first batch, as PostgreSQL estimated it. null: not known.
  add column if not exists total_rows bigint;

-- A read replica is asked, on the connection of the query, whether it follows this database
-- (CFG-120). Clients know the epoch.
grant select (epoch) on instance to parlour_reader;

-- How far a step of the schema has come that changes rows in batches outside of a transaction (CORE-166). Empty while no such step runs.
create table migration_cursor (
  step text primary key,
  -- Defined by the step.
  cursor jsonb not null,
  stored_at timestamptz not null
);
-- A backup holds it, so that a restore continues the step.
grant select, insert, update, delete on migration_cursor to parlour_writer;

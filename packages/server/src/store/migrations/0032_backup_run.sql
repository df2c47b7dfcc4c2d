-- Backups by the server (CORE-367): {folder, time, timezone, keep, since}. A folder of null is
-- DATA_DIR/backups, a time of null means that no backup is made every night. null: never chosen.
alter table instance add column backup jsonb;

-- Attempts to make a backup. The rows belong to the installation, and a node with the row in the
-- state running writes the copy.
create table backup_run (
  id bigint generated always as identity primary key,
  -- Epoch of the installation. A restored installation has another one, and never touches the
  -- copies of the installation from which it was restored.
  epoch text not null,
  -- Local date and time for which the schedule asked, such as 2026-11-27 02:00. null: an operator
  -- asked.
  night text,
  attempt integer not null default 1,
  state text not null check (state in ('waiting', 'running', 'done', 'failed')),
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  -- The node that writes or wrote the copy, and its machine.
  node bigint,
  host text,
  -- Folder of the copy. It has the suffix .part until the copy is complete.
  path text,
  -- Bytes written so far, or the size of the complete copy. file_bytes: the part of stored files.
  bytes bigint not null default 0,
  file_bytes bigint not null default 0,
  -- As in the manifest of the backup (CFG-103).
  accounts jsonb not null default '[]',
  error text,
  -- When the copy, or what an interrupted run left, was removed.
  removed_at timestamptz,
  unique (epoch, night, attempt)
);
-- At most one run waits or is running.
create unique index backup_run_active on backup_run ((true)) where state in ('waiting', 'running');

grant select, insert, update, delete on backup_run to parlour_writer;

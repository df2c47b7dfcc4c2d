-- What sign-in remembers for a while, for all nodes (decisions 0048 and 0107). The installation's own, of no account: nobody may be known yet.

-- Answers to questions that were asked of passkeys and providers, by the mark of the question: none is taken twice.
create table taken_answer (
  once text primary key,
  taken_at timestamptz not null
);

-- Wrong passwords and codes (CFG-030), by a hash of the name, the address, or both. Unlogged: worth nothing after a quarter of an hour, nor after
-- a crash of the database.
create unlogged table failed_try (
  key bytea primary key,
  failures int not null,
  -- When the counting began, and the latest failure.
  since timestamptz not null,
  at timestamptz not null
);
grant select, insert, update, delete on taken_answer, failed_try to parlour_writer;

-- The name and the help of a field by language (FLD-006).
alter table field
  add column names jsonb not null default '{}',
  add column helps jsonb not null default '{}';

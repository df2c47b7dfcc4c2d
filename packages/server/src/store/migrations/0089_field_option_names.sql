-- The options of a field by language (FLD-006): for each language, the texts of options.
-- The kinds are declared in the code, which alone checks them.
alter table field
  add column option_names jsonb not null default '{}',
  drop constraint field_kind_check;

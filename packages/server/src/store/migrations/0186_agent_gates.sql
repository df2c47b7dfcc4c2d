-- Why the state was set although gates before it were not passed. null: they were.
alter table agent add column skip_gates text;
-- The highest state for which all gates were passed. It can be set again. null: none.
alter table agent add column proved text;

-- Working hours of the operator (CORE-396), in the form of those of a department. Null: none of
-- their own.
alter table operator add column hours jsonb;

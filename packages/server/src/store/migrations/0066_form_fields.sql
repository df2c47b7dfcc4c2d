-- Fields that a widget's forms ask for (WG-264), and whether they are required (FLD-021).
alter table field
  add column required text not null default 'never' check (required in ('never', 'start', 'close'));
update channel set widget = widget || '{"contact_fields": [], "offline_fields": []}'
  where widget is not null;

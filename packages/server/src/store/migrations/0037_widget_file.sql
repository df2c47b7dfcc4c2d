-- Files of the site widget's releases (WG-002): pages that were opened before an update ask for the earlier ones for a while. The installation's own, of no account.
create table widget_file (
  -- Path below the folder of the widget; holds a hash of the content.
  name text primary key,
  body bytea not null,
  -- Since when no release has it; null: the present one does.
  left_at timestamptz
);
grant select, insert, update, delete on widget_file to parlour_writer;

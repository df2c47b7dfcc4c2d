-- Facts of the running nodes, which a further node compares with its own (CORE-132). A node that
-- starts alone writes them.
alter table instance
  -- HMAC of a constant under SECRET_KEY. It does not reveal the key.
  add column key_check bytea,
  -- Random text in the folder of files. A node that finds it there has the same folder.
  add column files_mark text,
  -- PUBLIC_URL and WIDGET_URL.
  add column addresses text,
  -- Random text from which nodes derive the token of the set-up link.
  add column setup_seed text;

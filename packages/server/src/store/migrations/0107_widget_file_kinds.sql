-- Kinds of files that visitors may send (CORE-167).
update channel set widget = widget || '{"file_kinds": []}' where kind = 'widget' and not widget ? 'file_kinds';

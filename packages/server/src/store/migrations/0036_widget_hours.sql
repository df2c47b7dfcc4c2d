-- Hours of a widget of its own (CORE-091): those made before have none.
update channel set widget = widget || '{"hours": null}' where kind = 'widget' and not widget ? 'hours';

-- The chat page of a widget (WG-300).
update channel set widget = widget || '{"chat_page": {"enabled": true, "title": null, "index": false}}' where widget is not null;

-- What a chat page begins with (WG-306).
update channel set widget = jsonb_set(widget, '{chat_page,opens_with}', '"greeting_and_articles"')
where widget is not null;

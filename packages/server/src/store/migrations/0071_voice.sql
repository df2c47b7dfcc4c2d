-- Whether visitors can record voice messages (VOICE-020).
update channel set widget = widget || '{"voice": false}' where widget is not null;

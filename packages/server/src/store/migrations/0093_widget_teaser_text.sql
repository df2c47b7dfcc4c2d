-- The teaser shows the words of a message (WG-110).
update channel set widget = widget || '{"teaser_text": true}' where kind = 'widget' and not widget ? 'teaser_text';

-- Hours without another invitation after one was shown (invitation_pause_h of WG-090).
update channel set widget = widget || '{"invitation_pause_h": 0}' where widget is not null;
-- Time of the visitor's latest invitation that a page has shown, in this or an earlier visit. Null:
-- none.
alter table visit add column invited_at timestamptz;

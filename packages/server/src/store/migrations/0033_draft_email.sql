-- Recipients and subject of unsent emails follow their operator to other devices (API-497).

-- What the operator changed about the next email of the chat, in the mode `email`. As json, so that
-- its fields keep their order: devices compare it with what they sent. Null: nothing.
alter table draft add column email json;
alter table draft drop constraint draft_mode_check;
alter table draft add constraint draft_mode_check check (mode in ('text', 'note', 'email'));

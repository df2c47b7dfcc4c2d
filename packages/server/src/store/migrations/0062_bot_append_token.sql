-- BOT-012: off, a bot's token is in its address only where the address has a place for it.
alter table bot add column append_token boolean not null default true;

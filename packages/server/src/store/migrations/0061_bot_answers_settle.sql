-- BOT-055: what a bot posts for a chat settles the attempt that is under way there, also of connections made before.
alter table bot add column answers_settle boolean not null default true;

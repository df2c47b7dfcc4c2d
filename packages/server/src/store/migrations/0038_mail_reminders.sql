-- Mail about chats that still wait, to administrators who want it (CORE-035): asked for by each, because they come every half hour.
alter table operator add column mail_reminders boolean not null default false;

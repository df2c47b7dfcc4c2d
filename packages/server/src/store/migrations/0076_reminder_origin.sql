-- Reminders that actions create (REM-011). The key of the action makes a repeat of it harmless.
alter table reminder add column origin text;
create unique index reminder_origin on reminder (account_id, origin) where origin is not null;

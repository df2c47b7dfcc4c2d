-- Mails about endpoints in trouble (CORE-112): who wants them, and which outage was told of, so that each is told of once.
alter table operator add column mail_faults boolean not null default true;
alter table endpoint_health add column told_since timestamptz, add column told_at timestamptz;
-- The language an operator chose in the application, for his mails; null: none yet, the account's counts.
alter table operator add column language text check (language in ('en', 'ru'));

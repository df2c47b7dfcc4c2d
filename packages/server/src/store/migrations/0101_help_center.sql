-- Settings of the help centre as the service API names them (HELP-010). null: never saved, so all
-- have their defaults. A column of its own: it contains logos, which requests for other settings
-- do not need.
alter table account add column help_center jsonb;

-- A host name leads to the help centre of one account (HELP-011).
create unique index account_help_host on account ((help_center ->> 'host'));

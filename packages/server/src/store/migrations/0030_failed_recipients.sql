-- Recipients of an email whom it did not reach (MAIL-142): an object by address in lower case, with
-- code, message and state. null: none is known.
alter table delivery add column failed_recipients jsonb;

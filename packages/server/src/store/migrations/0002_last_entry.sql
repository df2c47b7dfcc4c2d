-- The last entry of an account and the last message of a chat are read from the indexes of the
-- journal, so that a message changes no row (decision 0137).
alter table account_head drop column position;
alter table chat drop column last_seq;
alter table account_head reset (fillfactor);
comment on table account_head is 'Counters of an account.';

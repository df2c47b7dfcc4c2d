-- Calls of one visitor, newest first (API-060): the panel of the call desk lists them.
create index concurrently record_visitor_call on record (account_id, visitor_id, created_at desc, id desc) where kind = 'call';

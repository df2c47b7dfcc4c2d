-- The ledger of one endpoint or event, newest first (API-050): the list asks for each pair of endpoint and event once and merges. Over
-- 1,000,000 rows a page takes about 1 ms; without it a rare event reads the whole account, seconds. None of its columns ever changes, so
-- updates of a delivery stay as cheap as they were; an insert costs about a fifth more. Rising, so that pages are filled one after another.
create index delivery_endpoint on delivery (account_id, endpoint_id, event, position);

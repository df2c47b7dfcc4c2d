-- How long chat_finished of a webhook waits for the rating, in seconds (WH-080). The name of a webhook (WH-081) is that of its endpoint, which the
-- delivery log reads anyway.
alter table webhook add column rating_wait_s int not null default 60;

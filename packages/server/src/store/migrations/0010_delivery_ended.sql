-- `GET /deliveries?state=failed` and `state=dead` (API-050): few rows among many. Without it the page reads the whole ledger of the account:
-- 50 to 150 ms over 200,000 rows, 0.04 ms with it. `state` stands in the condition of delivery_pending already, so no update loses anything.
create index delivery_ended on delivery (account_id, state, position desc, endpoint_id desc) where state in ('failed', 'dead');

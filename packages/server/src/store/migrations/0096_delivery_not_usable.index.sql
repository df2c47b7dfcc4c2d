-- `GET /deliveries?state=not_usable` (API-050): deliveries whose answer Parlour could not use, few among many. The codes are those of
-- `unusableCodes` (protocol/answer-mark.ts). `error_code` changes only when an attempt ends with an error or a note, so a delivery that goes well at
-- once is updated as before.
create index concurrently delivery_not_usable on delivery (account_id, position desc, endpoint_id desc)
  where state = 'delivered' and error_code in ('result_missing', 'result_not_ok', 'answer_in_reply');

-- Language models (MODEL-001). The server of an account's model is an endpoint of kind `model`, so
-- that its requests are in the delivery log. Its secret is the key, empty if the server needs none.
alter table endpoint
  drop constraint endpoint_kind_check,
  add constraint endpoint_kind_check
    check (kind in ('channel', 'bot', 'webhook', 'push', 'call', 'mail', 'model'));
create unique index endpoint_model on endpoint (account_id) where kind = 'model';

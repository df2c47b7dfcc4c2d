-- A server that only translates, beside the one of the model (MODEL-070). Both are of kind `model`
-- and differ by their names.
drop index endpoint_model;
create unique index endpoint_model on endpoint (account_id, name) where kind = 'model';

-- Characters that it translated, and those of requests that run (MODEL-071).
alter table model_use add column characters bigint not null default 0;
alter table model_request add column characters bigint not null default 0;

-- Requests to language models in the delivery log, and their budget (MODEL-040).
alter table attempt
  -- Tokens, cost and the like of a request to a language model. null: another request.
  add column usage jsonb;

-- Use of the language model by hour (UTC) and purpose. Reservations of nodes that ended count too.
create table model_use (
  account_id bigint not null references account (id),
  hour timestamptz not null,
  purpose text not null,
  requests int not null,
  failed int not null,
  tokens_sent bigint not null,
  tokens_received bigint not null,
  -- Millionths of the currency.
  cost bigint not null,
  primary key (account_id, hour, purpose)
);
alter table model_use enable row level security;
alter table model_use force row level security;
grant select on model_use to parlour_reader;
grant select, insert, update, delete on model_use to parlour_writer;
create policy writer on model_use to parlour_writer using (true) with check (true);
create policy reader on model_use for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Requests that run, with the tokens that they have reserved.
create table model_request (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  chat_id bigint,
  purpose text not null,
  tokens bigint not null,
  -- The node has ended by then.
  expires_at timestamptz not null,
  primary key (account_id, id)
);
alter table model_request enable row level security;
alter table model_request force row level security;
grant select on model_request to parlour_reader;
grant select, insert, update, delete on model_request to parlour_writer;
create policy writer on model_request to parlour_writer using (true) with check (true);
create policy reader on model_request for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Agents: bots that answer visitors with the model of the account (AGENT-001).
create table agent (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  -- Its connection, which has the same name and channels, and is on while the agent answers.
  bot_id bigint not null,
  name text not null,
  state text not null check (state in ('off', 'shadow', 'share', 'on')),
  -- Since when the agent has this state. The limits of AGENT-060 count from here.
  state_since timestamptz not null,
  -- Why Parlour set the state to `shadow`. null: a person set the state.
  stopped text check (stopped in ('hand_overs', 'ratings')),
  instructions text not null,
  threshold int not null,
  max_turns int not null,
  -- Condition, as the service API has it.
  hand_over_when jsonb not null,
  topics text[] not null,
  -- As departments store them. null: always.
  hours jsonb,
  -- null: all.
  channels bigint[],
  share_percent int not null,
  send_earlier_chats boolean not null,
  says_it_is_a_machine boolean not null,
  updated_at timestamptz not null,
  managed boolean not null default false,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, bot_id) references bot (account_id, id)
);
create unique index agent_name on agent (account_id, lower(name));
create unique index agent_bot on agent (account_id, bot_id);

-- What an agent did with each message of a visitor. Has no text of the chat.
create table agent_turn (
  account_id bigint not null,
  delivery_id bigint not null,
  bot_id bigint not null,
  chat_id bigint not null,
  -- Whether only operators saw it.
  shadow boolean not null,
  action text not null check (action in ('answer', 'ask', 'hand_over')),
  -- Why it was handed over. null: it was not.
  reason text,
  at timestamptz not null,
  primary key (account_id, delivery_id)
);
create index agent_turn_bot on agent_turn (account_id, bot_id, at);
create index agent_turn_chat on agent_turn (account_id, chat_id);

-- The bot of an agent has no provider: it is in this process.
alter table bot alter column provider_id drop not null;

alter table agent enable row level security;
alter table agent force row level security;
grant select on agent to parlour_reader;
grant select, insert, update, delete on agent to parlour_writer;
create policy writer on agent to parlour_writer using (true) with check (true);
create policy reader on agent for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table agent_turn enable row level security;
alter table agent_turn force row level security;
grant select on agent_turn to parlour_reader;
grant select, insert, update, delete on agent_turn to parlour_writer;
create policy writer on agent_turn to parlour_writer using (true) with check (true);
create policy reader on agent_turn for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

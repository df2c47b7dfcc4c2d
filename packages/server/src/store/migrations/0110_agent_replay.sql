-- Questions of agents with the expected answer (AGENT-080).
create table agent_question (
  account_id bigint not null,
  id bigint generated always as identity,
  agent_id bigint not null,
  text text not null,
  -- The article that the answer must name. null: a person must take over.
  article_id bigint,
  -- The chat from which the text was taken.
  chat_id bigint,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade,
  foreign key (account_id, article_id) references article (account_id, id) on delete cascade
);
create index agent_question_agent on agent_question (account_id, agent_id, id);
create index agent_question_chat on agent_question (account_id, chat_id) where chat_id is not null;

-- Replays: an agent answers closed chats or its questions, and nobody gets the answers (AGENT-070).
create table agent_replay (
  account_id bigint not null,
  id bigint generated always as identity,
  agent_id bigint not null,
  operator_id bigint not null,
  subject text not null check (subject in ('chats', 'questions')),
  -- The period of the chats and the segment of their visitors.
  since timestamptz,
  until timestamptz,
  segment_id bigint,
  -- Settings that the agent has instead of its own. null: none.
  change jsonb,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled', 'failed')),
  -- Why it failed: a reason of MODEL-030.
  problem text,
  -- The node that runs it, and when it last processed a result of it.
  node bigint not null,
  served_at timestamptz,
  -- Failures of the next result, and when it is tried again.
  failures int not null default 0,
  due_at timestamptz not null,
  total int not null,
  processed int not null default 0,
  tokens bigint not null default 0,
  -- Millionths of the currency.
  cost bigint not null default 0,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (account_id, id),
  foreign key (account_id, agent_id) references agent (account_id, id) on delete cascade,
  foreign key (account_id, operator_id) references operator (account_id, id)
);
create index agent_replay_agent on agent_replay (account_id, agent_id, id);
create index agent_replay_running on agent_replay (node) where state = 'running';

create table agent_replay_result (
  account_id bigint not null,
  replay_id bigint not null,
  n int not null,
  chat_id bigint,
  question_id bigint,
  -- What the visitor wrote, what people answered and what the agent would have answered. null: not
  -- processed yet, or erased.
  turns jsonb,
  -- What the agent does at the end. null: not processed yet, or there was no message.
  action text check (action in ('answer', 'ask', 'hand_over')),
  -- Whether a question has the expected answer. null: a chat, or not processed yet.
  passed boolean,
  erased boolean not null default false,
  mark text check (mark in ('good', 'wrong')),
  wrong_reason text,
  marked_by bigint,
  primary key (account_id, replay_id, n),
  foreign key (account_id, replay_id) references agent_replay (account_id, id) on delete cascade
);
create index agent_replay_result_chat on agent_replay_result (account_id, chat_id) where chat_id is not null;
create index agent_replay_result_question on agent_replay_result (account_id, question_id) where question_id is not null;

alter table agent_question enable row level security;
alter table agent_question force row level security;
grant select on agent_question to parlour_reader;
grant select, insert, update, delete on agent_question to parlour_writer;
create policy writer on agent_question to parlour_writer using (true) with check (true);
create policy reader on agent_question for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table agent_replay enable row level security;
alter table agent_replay force row level security;
grant select on agent_replay to parlour_reader;
grant select, insert, update, delete on agent_replay to parlour_writer;
create policy writer on agent_replay to parlour_writer using (true) with check (true);
create policy reader on agent_replay for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

alter table agent_replay_result enable row level security;
alter table agent_replay_result force row level security;
grant select on agent_replay_result to parlour_reader;
grant select, insert, update, delete on agent_replay_result to parlour_writer;
create policy writer on agent_replay_result to parlour_writer using (true) with check (true);
create policy reader on agent_replay_result for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

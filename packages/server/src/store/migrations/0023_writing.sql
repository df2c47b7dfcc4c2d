-- What operators write with: quick replies, marks of chats, mentions, drafts (decisions 0082 and 0083).

-- CFG-025.
alter table tag add column managed boolean not null default false;

-- API-041. `own`: of one operator; `department`: of its operators; `account`: of everybody.
create table canned_reply (
  account_id bigint not null references account (id),
  id bigint generated always as identity,
  scope text not null check (scope in ('own', 'department', 'account')),
  operator_id bigint,
  department_id bigint,
  folder text not null,
  shortcut text not null,
  -- BCP 47; empty: of any language.
  language text not null,
  text text not null,
  managed boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (account_id, id),
  check ((scope = 'own') = (operator_id is not null) and (scope = 'department') = (department_id is not null)),
  foreign key (account_id, operator_id) references operator (account_id, id),
  foreign key (account_id, department_id) references department (account_id, id) on delete cascade
);
create unique index canned_reply_shortcut on canned_reply
  (account_id, scope, coalesce(operator_id, 0), coalesce(department_id, 0), lower(shortcut), language);

-- How often an operator took a reply: those come first.
create table canned_reply_use (
  account_id bigint not null,
  reply_id bigint not null,
  operator_id bigint not null,
  uses int not null,
  primary key (account_id, reply_id, operator_id),
  foreign key (account_id, reply_id) references canned_reply (account_id, id) on delete cascade
);

-- Chats by tag, filled by a reader; the chat itself says which tags it has.
create table chat_tag (
  account_id bigint not null,
  tag_id bigint not null,
  chat_id bigint not null,
  marked_at timestamptz not null,
  primary key (account_id, chat_id, tag_id)
);
create index chat_tag_latest on chat_tag (account_id, tag_id, marked_at desc, chat_id);

-- Notes that name an operator, filled by a reader.
create table mention (
  account_id bigint not null,
  operator_id bigint not null,
  chat_id bigint not null,
  seq int not null,
  at timestamptz not null,
  primary key (account_id, operator_id, chat_id, seq)
);
create index mention_latest on mention (account_id, operator_id, at desc);

-- What an operator is writing. `version` only rises; an empty text is a draft that was sent or emptied.
create table draft (
  account_id bigint not null,
  operator_id bigint not null,
  chat_id bigint not null,
  mode text not null check (mode in ('text', 'note')),
  text text not null,
  version bigint not null,
  updated_at timestamptz not null,
  primary key (account_id, operator_id, chat_id, mode)
);
create index draft_age on draft (account_id, operator_id, updated_at);

do $$
declare
  t text;
begin
  foreach t in array array['canned_reply', 'canned_reply_use', 'chat_tag', 'mention', 'draft'] loop
    execute format('grant select, insert, update, delete on %I to parlour_writer', t);
    execute format('grant select on %I to parlour_reader', t);
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy writer on %I to parlour_writer using (true) with check (true)', t);
    execute format('create policy reader on %I for select to parlour_reader using (account_id = nullif(current_setting(''app.account'', true), '''')::bigint)', t);
  end loop;
end $$;

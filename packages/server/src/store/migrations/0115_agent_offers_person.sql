-- Whether the chat window has a button that asks for a person while the agent answers (AGENT-031).
alter table agent add column offers_person boolean not null default true;

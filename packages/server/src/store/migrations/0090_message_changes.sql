-- Whether the endpoint of a chat API channel handles edits and deletions of messages (CH-126).
alter table channel add column message_changes boolean not null default false;

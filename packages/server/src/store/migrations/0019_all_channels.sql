-- Whether the operator answers chats of all channels, also of those that are added later
-- (CORE-322). They have rows in channel_operator as others do. Operators of earlier releases keep
-- the channels that they have.
alter table operator add column all_channels boolean not null default false;

-- Whether the visitor or the chat was erased here, so that a later import does not bring it back.
alter table move_record add column erased boolean not null default false;

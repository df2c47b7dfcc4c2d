-- A command may depend on the last message of its chat (CORE-032).
alter type batch_chat add attribute required_seq int;

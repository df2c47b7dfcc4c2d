-- A turn can end with nothing to answer. The protocol declares the actions.
alter table agent_turn drop constraint agent_turn_action_check;
alter table agent_replay_result drop constraint agent_replay_result_action_check;

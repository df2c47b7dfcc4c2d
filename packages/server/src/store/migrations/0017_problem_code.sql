-- Code and variable parts of the problem of a channel, for screens in other languages (CON-041).
-- null: none, or a problem of an earlier release.
alter table channel_state add column problem_code text, add column problem_values jsonb;

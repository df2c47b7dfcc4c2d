-- A bot for all channels no longer serves mail channels, unless they are selected (CORE-301). A bot
-- that serves one now keeps it: its channels become a list of all that its account has.
insert into bot_channel (account_id, bot_id, channel_id)
  select b.account_id, b.id, c.id
  from bot b join channel c on c.account_id = b.account_id and c.deleted_at is null
  where b.all_channels and exists (
    select from channel m where m.account_id = b.account_id and m.kind = 'mail' and m.deleted_at is null)
  on conflict do nothing;
update bot b set all_channels = false
  where b.all_channels and exists (
    select from channel m where m.account_id = b.account_id and m.kind = 'mail' and m.deleted_at is null);

-- One fetch of an access token at a time per connection and instance (BOT-032): until when somebody has the right to it.
alter table bot add column token_fetch_until timestamptz;

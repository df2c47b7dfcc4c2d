-- Trigger function: creates the mail endpoint of each account that has none, as soon as a mail
-- server is set up. Runs after an account is created and after the mail server changes.
create or replace function open_mail_endpoints() returns trigger language plpgsql as $$
begin
  insert into endpoint (account_id, kind, url, secret, secret_hint, name)
  select a.id, 'mail', 'mailto:', '', '', 'Mail' from account a
  where exists (select from instance i where i.mail is not null)
    and not exists (select from endpoint e where e.account_id = a.id and e.kind = 'mail')
  order by a.id;
  return null;
end $$;

create or replace trigger account_mail after insert on account for each statement execute function open_mail_endpoints();
create or replace trigger instance_mail after update of mail on instance for each statement execute function open_mail_endpoints();

-- Mail (CFG-032): the installation's server, what operators want to be told, and an endpoint of the ledger per account (CORE-050).

-- `{host, port, tls, user, from}`; null: mail is not set up. The password is sealed under SECRET_KEY (CORE-125). `mail_managed`: the
-- provisioning file owns it (CFG-025).
alter table instance add column mail jsonb, add column mail_password bytea, add column mail_managed boolean not null default false;

-- Mail about offline messages (CORE-110), and about chats that nobody takes (CORE-035).
alter table operator add column mail_offline boolean not null default true, add column mail_missed boolean not null default true;

alter table endpoint drop constraint endpoint_kind_check;
alter table endpoint add constraint endpoint_kind_check check (kind in ('channel', 'bot', 'webhook', 'push', 'call', 'mail'));
create unique index endpoint_mail on endpoint (account_id) where kind = 'mail';

-- Every account has one from the moment on that mail is set up, whichever of the two comes first.
create function open_mail_endpoints() returns trigger language plpgsql as $$
begin
  insert into endpoint (account_id, kind, url, secret, secret_hint, name)
  select a.id, 'mail', 'mailto:', '', '', 'Mail' from account a
  where exists (select from instance i where i.mail is not null)
    and not exists (select from endpoint e where e.account_id = a.id and e.kind = 'mail')
  order by a.id;
  return null;
end $$;
create trigger account_mail after insert on account for each statement execute function open_mail_endpoints();
create trigger instance_mail after update of mail on instance for each statement execute function open_mail_endpoints();

-- The list and the number of those that nobody has taken.
create index record_offline_new on record (account_id, created_at desc, id desc) where kind = 'offline_message' and state = 'new';

-- The address at which a channel receives, such as an e-mail address (CON-066). A row exists for
-- each channel of a kind that has addresses.
create table channel_address (
  account_id bigint not null,
  channel_id bigint not null,
  -- In lower case.
  address text not null,
  -- false: another channel, which is older, holds the address. Only channels from before addresses
  -- were unique can be in this state.
  held boolean not null default true,
  -- Since when the account may use the address. null: nobody has shown that it may.
  proved_at timestamptz,
  -- HMAC of the latest code that was sent to the address. null: none, or it was used.
  code bytea,
  code_expires_at timestamptz,
  -- Number of times that a code was entered since this one was sent.
  code_attempts smallint not null default 0,
  primary key (account_id, channel_id),
  foreign key (account_id, channel_id) references channel (account_id, id)
);
-- An address belongs to one channel of the installation.
create unique index channel_address_held on channel_address (address) where held;

alter table channel_address enable row level security;
alter table channel_address force row level security;
grant select on channel_address to parlour_reader;
grant select, insert, update, delete on channel_address to parlour_writer;
create policy writer on channel_address to parlour_writer using (true) with check (true);
create policy reader on channel_address for select to parlour_reader
  using (account_id = (select nullif(current_setting('app.account', true), '')::bigint));

-- Channels from before this rule keep working. Of several with one address, the oldest holds it.
insert into channel_address (account_id, channel_id, address, held, proved_at)
  select c.account_id, c.id, lower(c.settings ->> 'address'),
    row_number() over (partition by lower(c.settings ->> 'address') order by c.created_at, c.id) = 1,
    c.created_at
  from channel c where c.kind = 'mail' and c.deleted_at is null and c.settings ->> 'address' is not null;

-- E-mail addresses and domains that the owner of the installation allows to the account (CON-067),
-- in lower case: {shop@acme.example, acme.example}.
alter table account add column allowed_addresses text[] not null default '{}';

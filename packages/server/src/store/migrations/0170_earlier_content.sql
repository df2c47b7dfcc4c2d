-- Builds of the main branch between 26 and 30 November 2026 ran earlier forms of eight steps, which
-- were changed within hours. This step adds what those forms lack (CORE-462). On every other
-- database, it changes nothing. Policies are added only where they are missing.
alter table instance add column if not exists setup_seed text;
alter table channel_state
  alter column state drop not null,
  add column if not exists problem text,
  add column if not exists problem_at timestamptz;
-- Without a value in rows of the earlier form, whose messages have no number there.
alter table channel_message add column if not exists seq int;
grant select (epoch) on instance to parlour_reader;
grant select on email_proof, waiting_mail, mail_sign_in, mail_grant, account_move, moved_row to parlour_reader;
do $$
declare
  name text;
begin
  foreach name in array array['email_proof', 'waiting_mail'] loop
    continue when exists (
      select from pg_policies p where p.schemaname = 'public' and p.tablename = name and p.policyname = 'reader');
    execute format('create policy reader on %I for select to parlour_reader
      using (account_id = (select nullif(current_setting(''app.account'', true), '''')::bigint))', name);
  end loop;
end $$;

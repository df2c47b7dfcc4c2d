-- When a test of the saved mail server succeeded. null: no test of these settings did.
alter table instance add column mail_tested_at timestamptz;

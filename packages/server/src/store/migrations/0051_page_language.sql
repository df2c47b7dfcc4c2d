-- The language in which the page of sign-in spoke to an operator the last time: that of his mails as long as he chose none in his profile (CORE-112).
alter table operator add column page_language text check (page_language in ('en', 'ru'));

-- Each sign-in tells it, so it is no setting that the audit log watches.
drop trigger audit_note on operator;
drop trigger audit_rest on operator;
select audit_watch('operator', 'name, email, phone, photo, role, instance_owner, password_hash, reset_token_hash, chat_limit, active, managed, mail_offline, mail_missed,
    mail_reminders, mail_faults, language, totp_secret',
    'email_key,chosen_presence,reset_token_expires_at,totp_pending,totp_step,passkey_user,page_language', 'password_hash,reset_token_hash,totp_secret', '');

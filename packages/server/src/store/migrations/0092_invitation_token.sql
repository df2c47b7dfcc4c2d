-- An invitation has a token of its own, so that somebody who asks for a new password does not end it (API-142).
alter table operator add column invite_token_hash bytea, add column invite_token_expires_at timestamptz;

drop trigger audit_note on operator;
drop trigger audit_rest on operator;
select audit_watch('operator', 'name, email, phone, photo, role, instance_owner, password_hash, reset_token_hash, invite_token_hash, chat_limit, active, managed,
    mail_offline, mail_missed, mail_reminders, mail_faults, language, totp_secret',
    'email_key,chosen_presence,reset_token_expires_at,invite_token_expires_at,totp_pending,totp_step,passkey_user,page_language',
    'password_hash,reset_token_hash,invite_token_hash,totp_secret', '');

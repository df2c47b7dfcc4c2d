-- mail_refusal also has the addresses of messengers whose owners want no more broadcasts (BC-030):
-- SHA-256 of `whatsapp <number or id>` and `telegram <id>`.
-- source: the link of an email, a word in a messenger, or an operator.
alter table mail_refusal add column source text not null default 'link' check (source in ('link', 'word', 'operator'));

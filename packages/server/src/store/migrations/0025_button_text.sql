-- Whether a typed number reaches the bot as the text of its button (BOT-094).
alter table bot add column sends_button_text boolean not null default false;

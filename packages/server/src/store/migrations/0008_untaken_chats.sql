-- Replaced by chat_missed.
drop index chat_untaken;

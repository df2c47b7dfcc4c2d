-- Removal by age passed over entries of chats that lasted longer than a sweep, requests of attempts that came long after their delivery, and chats beside
-- one that was changed while it was removed (CORE-115). It looks at everything once more, in its usual steps.
truncate retention_mark;

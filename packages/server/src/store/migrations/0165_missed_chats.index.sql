-- Closed chats that count as missed (API-029), without imported ones (MV-020). A count reads the
-- index alone. The condition is that of store/chats/list/missed.ts. It reads the body, so a change
-- of the body writes the index entries of the chat. Messages do not change it.
create index concurrently missed_chat on chat (account_id, closed_at) where state = 'closed' and assignee is null and not (strpos(body, '"blacklisted":true') > 0 and (strpos(body, '"attributes":{') = 0 or strpos(regexp_replace(body, '"attributes":\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}', ''), '"blacklisted":true') > 0))
  and not (strpos(body, '"imported":{') > 0 and (strpos(body, '"attributes":{') = 0 or strpos(regexp_replace(body, '"attributes":\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}', ''), '"imported":{') > 0))
  and (not (strpos(body, '"attached":true') > 0 and (strpos(body, '"attributes":{') = 0 or strpos(regexp_replace(body, '"attributes":\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}', ''), '"attached":true') > 0)) or (strpos(body, '"missed_at":"') > 0 and (strpos(body, '"attributes":{') = 0 or strpos(regexp_replace(body, '"attributes":\{(?:"(?:[^"\\]|\\.)*"|[^"}])*\}', ''), '"missed_at":"') > 0)));

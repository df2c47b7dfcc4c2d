/**
 * Sentences of docs/integrate/silent.md for readers who do not know the rules. A row without an
 * entry shows the text of docs/spec.
 */
export type RowText = readonly [point: string, answer: string];

/** By the number of the decision in docs/spec/README.md. */
export const decisionTexts: Readonly<Record<string, RowText>> = {
  1: ["Response body for an accepted message", '`{"result":"ok"}`'],
  2: ["Status if `sender.id` is missing", "400 with `sender_id_required`"],
  3: [
    "Values of `error.code`, and whether operators see them",
    "Parlour has its own table, see errors.md. Operators see unknown and missing codes",
  ],
  4: [
    'Responses that count as "valid positive"',
    '2xx with `result` `ok`. An empty body, `null`, text and other JSON also count, but are marked "unconfirmed". Another `result` is an error. A body that begins with `<` or cannot be decoded is a failed attempt',
  ],
  5: [
    "Whether Parlour tries again after an error response",
    "Yes, unless the code is final. Operators see the text after the first response. They see the text of temporary codes only after the last response",
  ],
  6: [
    "A 4xx from your server",
    "Parlour tries again as after a 5xx, unless the body has a final code",
  ],
  7: [
    "Time at which the operator sees the error",
    "9.0 to 9.5 s after the first attempt started if the server is unavailable, otherwise after the third response",
  ],
  8: ["Wrong random string", "Parlour returns the same 404 as for an unknown id"],
  9: [
    "Channel that is switched off or deleted",
    "Switched off: the status is `0`, and messages fail with 403. Deleted: Parlour returns 404",
  ],
  10: [
    "Whether a bot makes the status `1`",
    "Only operators count. A channel option makes bots count too",
  ],
  11: ["Messages while the status is `0`", "Parlour accepts them, and they wait"],
  12: [
    '`7` and `"7"` as customer id',
    "They are the same customer. `recipient.id` has the format of the latest message",
  ],
  13: ["Unit of the limit of 1000 characters", "Unicode code points"],
  14: [
    "Content-Type is missing, `text/plain` or a form",
    "Parlour accepts the request and parses the body as JSON",
  ],
  15: [
    "Use of `sender.url`",
    "If it is an http(s) address, operators see it as the customer's page",
  ],
  16: [
    'Tables of file messages, although the specification says "only text for now"',
    'Parlour accepts and sends file messages. With the option "text with link", it sends text instead',
  ],
  17: [
    "Incomplete file messages",
    "Only `file`, or both coordinates, are required. Parlour shows the values that it can use",
  ],
  18: [
    "Detection of repeats",
    "Parlour uses only `Idempotency-Key`. It remembers 2xx responses, and the same key with another body fails with 422. It never uses `message.id`. It uses the event id of a bot only if the first request got no response",
  ],
  19: [
    "Endpoint URL with a query or a trailing slash",
    "Parlour joins the path correctly and keeps the query",
  ],
  20: ['The switch "chunked encoding"', "It applies only to Parlour's requests"],
  21: ["Signature of Parlour's requests", "Parlour adds the headers of Standard Webhooks"],
  22: [
    "How Parlour gets an access token",
    "With OAuth 2.0 client credentials (RFC 6749 4.4). The token is valid for `expires_in` seconds, or for 3600 s if this value is missing",
  ],
  23: [
    "Which of the two provider paths is valid",
    "The configuration decides. The other path fails with 401",
  ],
  24: [
    "HTTP status of `unauthorized_client` and `invalid_request`",
    "401 and 400. `invalid_request` is also used with 405, 413 and 415",
  ],
  25: [
    "Unknown provider or token",
    "401 with `invalid_client`. Parlour returns 404 only for an address with an invalid format",
  ],
  26: ["Body of a bot's response", "Parlour does not read it. Any 2xx succeeds"],
  27: ["Response to an event from a bot", '200 `{"result":"ok"}`'],
  28: ["More than three buttons", "400 with `invalid_request`"],
  29: ["Missing button ids, ids as numbers, timestamp formats", "Parlour accepts them"],
  30: ["BOT_MESSAGE after an operator joined", "400 with reason `chat_handed_over`"],
  31: ["INVITE_AGENT, but no operator joins", "Parlour sends AGENT_UNAVAILABLE after 60 s"],
  32: [
    "Customer message between INVITE_AGENT and its result",
    "It goes to the operators, and after AGENT_UNAVAILABLE also to the bot. The bot can write during the whole time",
  ],
  33: [
    "Final error statuses of a bot",
    "Every 4xx except 408, 425, 429 and the first 401 with authorization",
  ],
  34: [
    "BOT_MESSAGE during an open request",
    "It counts as delivery of the customer message, unless this option of the connection is off",
  ],
  35: ['"Both directions" of the 3 s limit', "Parlour responds to bots within 3 s"],
  36: [
    "Formatting where a channel supports it",
    "The site widget shows formatted text. A chat channel shows only plain text",
  ],
  37: [
    "Additional fields in CLIENT_MESSAGE",
    "`site_id`, `agents_online`, `sender` and `channel`; `site_id` and `sender.id` are integers. No field is `null`",
  ],
  38: [
    "How a provider gets an id",
    "On a settings page, on request, or by self-service if the installation allows it",
  ],
  39: [
    "Field of the user token",
    "`user_token` at the top level. It is absent if the page has not set it",
  ],
  40: [
    "`social` and `analytics`",
    "`social` has one object per network. `analytics` contains `ga` and `ym` if they are known; otherwise it is absent",
  ],
  41: ["`chats_count`", "The number of chats of the visitor"],
  42: ["Type of `agent.id`", "A string of digits"],
  43: ["Spelling of the call status", "With underscore: `agent_connected`, `client_connected`"],
  44: [
    "Response to `chat_updated`",
    "It can contain the same data as the response to `chat_accepted`",
  ],
  45: ["Response without `result`", "Parlour does not show its data"],
  46: [
    "`OK`, `ok`, `FAILURE` in a response",
    "`ok` in upper or lower case is a success. Parlour ignores the data of other responses, and does not send the event again",
  ],
  47: [
    "Text of messages in the log, additional texts",
    "The text is in `message` of each entry. `plain_messages` and `html_messages` contain the whole log",
  ],
  48: ["Messages from bots in the log", "They have type `agent` and `agent_id` 0"],
  49: ["`agent` before acceptance", 'An object with the id `"0"`'],
  50: ["`null` or absent", 'Keys with simple values are always present. An unknown text is `""`'],
  51: ["`enable_assign` without `crm_link`", "Parlour shows no button"],
  52: [
    "Repeats and time limit of webhooks",
    "10 attempts in 75 h 35 min, at most 15 s each. 410, or 120 h without success, switches the endpoint off",
  ],
  53: [
    "Order of events",
    "Events are in order for each chat and endpoint. If an event fails for 6 min, the others no longer wait for it",
  ],
  54: [
    "Chats closed by somebody other than an operator, and chats that continue",
    "Closing is final, and `chat_finished` is sent exactly once for each chat id. **Continue** opens a new, linked chat",
  ],
  55: [
    "Several webhook URLs",
    "Allowed. Parlour combines the lists of `custom_data`. For other fields, it uses the value of the earliest webhook that has one",
  ],
  56: ["Result of `chatMode`", "A string"],
  57: [
    "Results of `open`, `close` and the setters",
    '`{"result":"ok"}`, or a failure with its reason',
  ],
  58: ["Arguments as a list or as an object", "Both are accepted"],
  59: [
    'Unknown contacts, although the specification says "all strings"',
    "`null`. The object also has `client_name`",
  ],
  60: [
    '"token or false", and "does not show or process"',
    "`setUserToken` returns the given string, or `false`. Only two options read the token: signed identity, and the block list by token",
  ],
  61: [
    "Arguments of callbacks",
    "None, except for the state and the result of a call. Handlers added with `on` receive details",
  ],
  62: ['"First message"', "The first message in the history of the visitor"],
  63: [
    "Calls before the script has loaded",
    "The snippet stores them in a queue. It checks the arguments of `setCustomData` and `setUserToken` itself",
  ],
  64: ["Format of rules", "Parlour's own JSON. A list is accepted too"],
  65: ["`sendOfflineMessage` while operators are online", "Allowed"],
  66: [
    "Invitation while no operator is available",
    "The window opens and shows the text above the offline form",
  ],
  67: [
    "Safe URL",
    "It can be on or off, with your own domains from `origins` and a list. It applies to all data that operators see. Links in webhook responses can be trusted",
  ],
  68: [
    "Reasons in addition to the two in the specification",
    "Parlour returns the two exact strings, and `detail`",
  ],
  69: [
    "State changes of the widget",
    "`close()` leads to `label`, minimising to `chat/min`. The rule lists all changes",
  ],
  73: ["Rate limits", "CFG-030 lists the limits by name"],
  74: [
    "Versions and removals",
    "Version 1 changes only by additions. The changelog announces a removal 12 months in advance",
  ],
  76: ["Desktop application", "You can install the operator application"],
  77: [
    "Support for responses other than 200",
    "Each response has a request id. The text of a 5xx names the support contact if one is set",
  ],
  78: ["Duplicate parameter", "A duplicate JSON key fails with 400"],
  79: [
    "Too many wrong addresses",
    "Parlour returns 429, but only to requests with a wrong address",
  ],
  82: ["Status outside working hours", "`0`, even if operators are online"],
  83: ["Changed data of a visitor without an open chat", "Parlour sends no `chat_updated`"],
  84: ['The "account user" who creates a channel', "An owner or an administrator"],
  85: ["Offline message from a blocked visitor", "Parlour returns ok and does not store it"],
  86: [
    "`recipient.id`, documented as a string",
    "Parlour returns it with the JSON type that you sent",
  ],
  87: [
    "401 because the access token expired",
    "Parlour repeats the request once with a new token. This counts as one of the two repeats",
  ],
  88: ["Characters of the bot token", "Any printable ASCII, percent-encoded"],
  89: [
    "5xx from Parlour",
    "Parlour has not acknowledged the request, and its outcome may be unknown. A repeat with the same key is safe",
  ],
};

/** By the cell "What was unclear" in docs/spec/CHANGES.md. */
export const additionTexts: Readonly<Record<string, RowText>> = {
  "the right to send a failed message again": [
    "Permission to send a failed message again",
    "Every operator who may reply in the chat has it, through a separate route. Before, operators without access to the delivery log were refused",
  ],
  "who sees and asks for providers, forms of bots, webhooks, departments and hours": [
    "Who sees and requests providers; forms for bots, webhooks, departments and hours",
    "See the rules",
  ],
  "chats of a bot whose endpoint is paused": [
    "Chats of a bot whose endpoint is paused",
    "They go to operators, and so do new chats",
  ],
  "a clock that goes back between two starts (F14)": [
    "Clock that is set back between two starts (F14)",
    "A timer with an impossible start time begins again. A clock that jumps forward counts as an outage of that length",
  ],
  "a new token URL without a client secret": [
    "New token URL without a client secret",
    "Parlour keeps the stored secret if the origin is the same. Another origin fails with 400",
  ],
  "codings, kept connections": [
    "Content encodings and kept connections",
    "Parlour requests no encoding and can read gzip, deflate and zstd. Another encoding is `bad_reply`. If a kept connection closes before the first byte is written, this does not count as an attempt",
  ],
  "order between endpoints, endpoints that fail at once": [
    "Order between endpoints, and endpoints that fail together",
    "Endpoints take turns. Slots of failing endpoints become free after 1.5 to 2.5 s (webhooks 3 to 4 s)",
  ],
  "what an entry matches; the lab without a key; its bot and webhook": [
    "Targets that an entry of the allow list matches; `parlour lab` without a key; bot and webhook of the lab",
    "The rule lists the targets. Without a key, the lab changes nothing. It creates a bot and a webhook only on request, and removes them when it exits",
  ],
  'where "Add channels" is; an endpoint at a private address': [
    "Where channels are added; endpoint at a private address",
    "The pages of the channels, such as **Settings → Chat API**, have an Add button. The owner of the installation can allow the address in the form",
  ],
  "typing: limits and keys": [
    "Rate limits and keys for typing messages",
    "Typing messages have their own limits with the same numbers. An `Idempotency-Key` has no effect on them",
  ],
  "what `start` says of the customer": [
    "Contacts in `start`",
    "Parlour stores them without opening a chat, and keeps the page for the next message. Before, contacts were lost if a front end sent them only there",
  ],
  "campaign of a channel customer's page": [
    "Campaign of a channel customer's page",
    "It is in `session`, as for widgets",
  ],
  "JSON in a JSON string": [
    "JSON in a JSON string",
    "Parlour reads it as if it were not in a string, for successes and errors. Before, it did this only for errors",
  ],
  "refusals that cannot succeed when repeated": [
    "Refusals that a repeat cannot change",
    "More codes are final, including numbers from 400 to 499. A 4xx with such a code is final too",
  ],
  "a bot that counts as available, outside working hours": [
    "Bot that counts as available, outside working hours",
    "The status is `0`",
  ],
  "`-0`; length of addresses": [
    "`-0` as id; length of addresses",
    "`-0` is a separate customer. Addresses have at most 2048 characters",
  ],
  "form of `webhook-id`; where text is cut": [
    "Format of `webhook-id`; when text is cut",
    "`msg_` and the message id. Text is cut when it is sent",
  ],
  "codes in 5xx; `duplicate`": [
    "Codes in 5xx; `duplicate`",
    "The code of a 5xx is only displayed. `duplicate` counts only with 2xx",
  ],
  "late and interrupted attempts; errors between attempts": [
    "Late and interrupted attempts; errors between attempts",
    "If an attempt is more than 0.5 s late, the following attempts move too. An interrupted attempt counts, but never as the last one. Before the last attempt, the chat shows only your error text",
  ],
  "messages on the way when a channel is switched off, a bot's then; IPv6; last inbound request": [
    "Messages in transit when a channel is switched off, also from a bot; IPv6; last inbound request",
    "Accepted messages are still sent, but messages from a bot stay hidden (BOT-061). An IPv6 client counts by its /64. After a restart, the last inbound request is empty",
  ],
  "AGENT_UNAVAILABLE while a request of the chat is open or others wait; what goes before what waits":
    [
      "AGENT_UNAVAILABLE while a request of the chat is open or others wait; events with priority",
      "It is sent in order, within 1 s after the earlier events end. AGENT_JOINED, and AGENT_UNAVAILABLE at the end of an offer, are sent before waiting events",
    ],
  "buttons that work no more; a failure during an invitation; from when silence counts": [
    "Buttons that no longer work; failure during an invitation; start of the bot's silence",
    "A late press is refused, and the chat stays with operators. The silence is measured from the first unanswered message",
  ],
  "BUTTONS without a title": ["BUTTONS without a title", "`text` is shown above the buttons"],
  "time and state of merged events; what counts as a change": [
    "Time and data of combined events; changes that count",
    "The event has the time of the first change and the data after the last one. Changes of page and custom data count too",
  ],
  "a call that is taken or put off": [
    "Call that is accepted or postponed",
    "Parlour sends one more `call_event`, with the status `start` again",
  ],
  "order after coming back; empty blocks": [
    "Order of operators who come back; empty blocks",
    'An operator is ordered by the time of the return. An optional block without data is `[]` or `""`',
  ],
  "page and session of a chat that an operator continues": [
    "Page and session of a chat that an operator continues",
    "Those of the previous chat",
  ],
  "which event brings a rating that the window asks for after the end": [
    "Event that contains a rating given after the end of the chat",
    "`chat_finished` waits for it, 60 s by default, and `chat_updated` contains a later one. Before, `chat_finished` was sent with `null` before the visitor could rate, so no receiver ever got such a rating",
  ],
  "`phone` of an agent without one; other keys of `contact_info`": [
    "`phone` of an agent without one; other keys of `contact_info`",
    '`""`, like every unknown text. The delivery log names the other keys',
  ],
  "what people of an account learn of a name inside: saving was refused for a name that resolves to a private address and accepted for one that does not exist":
    [
      "Whether operators can find out which names exist in the internal network. Before, saving refused a name with a private address and accepted a name that does not exist",
      "No. When settings are saved, Parlour looks up only names that the owner of the installation entered. When Parlour connects, both cases are `dns_failed`",
    ],
  "what to do about `private_address`": [
    "How to fix `private_address`",
    "The message names the entry to add",
  ],
  "how people tell webhooks apart": [
    "How to distinguish webhooks",
    "Each webhook has a name. Lists and the delivery log show it",
  ],
  "how an answer looks that was taken but could not be used; what was taken from it": [
    'How Parlour shows a response that it accepted but could not use. Before, the delivery log showed "Delivered" and the inspector showed an error',
    'It shows "Not usable" in the delivery log, in a test and in the request inspector, with a filter. `used` lists the used fields, and the reason for each ignored field',
  ],
  '"http error" as the reason of a hand-over': [
    '"http error" as the reason for a hand-over',
    "The reason contains the status, so an overloaded bot differs from one that refuses",
  ],
  "`chat_rate` at the top level of `chat_finished`, which no source names": [
    "`chat_rate` at the top level of `chat_finished`, which no source mentions",
    "It is left out, because receivers with a numeric column refused the whole event if it contained a word. `chat.rate` remains",
  ],
  "locations, buttons, Markdown, hidden messages; line breaks, time zone, nameless visitors": [
    "Locations, buttons, Markdown, hidden messages; line breaks, time zone, visitors without a name",
    "See the rules",
  ],
  "longer answers; length of texts": [
    "Longer responses; length of texts",
    "Parlour ignores the data of a longer response. It cuts texts to the lengths of `setCustomData` (WG-043)",
  ],
  "a link that comes back; how long the earliest wins": [
    "Link that is sent again; how long the earliest webhook has priority",
    "`chat_assigned` is not sent again. The earliest webhook has priority for this chat. For the page, it has priority until the visitor opens another page",
  ],
  "forms of `Retry-After` and `webhook-id`; samples": [
    "Formats of `Retry-After` and `webhook-id`; samples",
    "`Retry-After` is in seconds or a date. Ids begin with `evt_`, ids of tests with `test_`. You can edit the samples",
  ],
  "from where a pause counts": [
    "Start of a pause",
    "At the end of the previous attempt. If a crash interrupted that attempt, at its start",
  ],
  "what the 120 h count from, who is told": [
    "Start of the 120 h, and the notice",
    "They start at the first failure since the last success. Parlour sends `settings_changed` and writes a line to the log",
  ],
  "when it stops holding back": [
    "When other events no longer wait for a failing event",
    "After the first failed attempt whose next attempt would be later than 6 min",
  ],
  "what ends them": [
    "Events of an endpoint that is switched off",
    "They become `dead` with the outcome `endpoint_off`. You can replay them within 30 days",
  ],
  "trailing slash; version of event ids; where a provider's time is kept": [
    "Trailing slash; version of event ids; where the timestamp from a provider is stored",
    "Parlour accepts the slash, and ids are UUIDs of version 5. The timestamp is in the log and the request inspector",
  ],
  "encoding of the Basic header; a failed renewal; how long the current token is taken": [
    "Encoding of the Basic header; failed renewal; how long Parlour accepts the current token",
    "Client id and secret are not encoded first. If renewal fails, Parlour uses the old token until it expires. Parlour accepts the current token until a new one replaces it",
  ],
  "faults inside a 2xx body; 413, 415, guessed tokens; their place in the order; a repeat of what failed for us":
    [
      "Errors in a 2xx body; 413, 415 and guessed tokens, and the order of these checks; repeat after an error in Parlour",
      "A 2xx succeeds. The rules list 413 and 415, which Parlour checks after the rate limits. Guessed tokens get 429. After an error in Parlour, it processes a repeat again, once",
    ],
  "texts of the own team, `mailto:` and `tel:`": [
    "Texts from your own operators, `mailto:` and `tel:`",
    "They remain links",
  ],
  "where a widget is not shown at all (features.md 8)": [
    "Pages on which a widget is not shown (features.md, section 8)",
    "The setting `hidden` lists parts of the page's address, countries and devices",
  ],
  "where text is looked at; broken pictures; failures of the proxy, and how large its pictures may unpack to; a comment beside a link":
    [
      "How Parlour examines text files; broken pictures; errors and limits of the picture proxy; comment with a link",
      "It examines the first tag or line. Broken pictures are treated as documents. An error is remembered for 5 min. Pictures have the same megapixel limit as uploads. The comment comes before the link and is cut first",
    ],
  "where the message of a blocked visitor stands": [
    "Where a message from a blocked visitor is stored",
    "In the open chat, otherwise in the visitor's latest chat, even if it is closed. If there is no chat, in a new chat that is closed from the beginning",
  ],
  "whom a visitor's answer to an operator's invitation reaches": [
    "Operator who receives the reply to an invitation",
    "The operator who invited the visitor comes first. The window does not ask for a department. Before, it asked and preselected one",
  ],
  "the test page of a widget with `origins`": [
    "Test page of a widget with `origins`",
    "The origin of the installation is always allowed",
  ],
  "how the identity secret comes and goes": [
    "How to create and remove the identity secret",
    "Use `POST` and `DELETE /channels/{id}/identity-secret`. A new secret replaces the old one immediately",
  ],
  "what an invalid email is for a page's script": [
    "Invalid email in a page script",
    "The same as in the forms of the window: spaces, no `@`, a domain without a dot or with an empty part, over 255 characters",
  ],
  "countries; numbers without one": [
    "Countries; numbers without a country code",
    "The prefix decides. A number without a country code is allowed only if the account does not restrict countries",
  ],
  "what of contacts a page may read": [
    "Contacts that a page can read",
    "Contacts that the visitor entered or the page set. Never contacts from operators and webhooks",
  ],
  "how long a signed visitor is one": [
    "How long a visitor has a signed identity",
    "Each connection is signed with the token of the site. Parlour's own token remains that of the unsigned visitor",
  ],
  'what loads when; what "finished" is': [
    "Order of loading; when loading is finished",
    "Everything except the button loads when the page is idle or needs it. Loading is finished at the first response from the server, or after 3 s",
  ],
  "callbacks in circles; reasons without a text; one lone string; calls while destroyed": [
    "Callbacks that call each other in a loop; reasons without a text; a single string; calls after destroy",
    "A loop ends after 16 calls, and the rules list the reasons. A single string is not a valid contact. Calls return `Widget is destroyed`",
  ],
  "a page without code and callbacks, whose functions come with its first call": [
    "Page without code and callbacks, whose first call loads the functions",
    "The order is the same",
  ],
  "transcripts by mail: to whom, how often, what is in them": [
    "Transcripts by mail: recipient, number, content",
    "See the rules. `transcripts` of the chat counts them",
  ],
  "many sockets from one address; data of a page that changes many times a second": [
    "Many sockets from one address; page data that changes many times a second",
    "500 sockets at the same time. Data changes are combined into two writes a second, within the visitor's limit",
  ],
  "whether an account can take only certain kinds of files from visitors": [
    "Whether an account can accept only certain kinds of files",
    "Yes. Each widget has a setting for it, in addition to the setting that allows files. Parlour determines the kind from the content",
  ],
  "the mail server's address": [
    "Address of the mail server",
    "It can be private, because only the owner of the installation sets it",
  ],
  "which distances; corners; where the scope of bots is set": [
    "Distances; corners; where the channels of a bot are set",
    "`offset` to the side, `offset_bottom`, `radius`. You set the channels on the page of the widget and of the bot",
  ],
  "sound, title badge and focus had no rule": [
    "Sound, title badge and focus, which had no rule",
    "If no tab shows a message, one tab plays a sound. Only the number in the title comes from Parlour",
  ],
  "a running chat when the last operator leaves": [
    "Open chat when the last operator leaves",
    "It stays open, with a note that no operator is available. Without an open chat, the typed text moves to the offline form",
  ],
  "what happened while the page was left or the line was down": [
    "Events while the page was closed or the connection was down",
    "`messageSent`, `clientStartChat` and `callEnd` are called when the window is back",
  ],
  "unsent messages where the browser lets frames keep nothing": [
    "Unsent messages if the browser does not let iframes store data",
    "The page stores them for its tab, encrypted with a key that only the server sends. Chat text is never readable in the page",
  ],
  "copies, sizes, whole seconds; what counts as fired; what passes while rules are silent; patterns that never end; session; referrer":
    [
      "Copies, sizes and whole seconds; rules that fired; time without rules; slow patterns; session; referrer",
      "See the rules. Parlour refuses an invalid part and names its place. Session and referrer are those of the visit. The time to match a pattern is at most proportional to its length times the length of the text",
    ],
  "words of rules in several languages (product.md 5)": [
    "Texts of rules in several languages (product.md, section 5)",
    "`texts` in the language of the window",
  ],
  "an invitation in several tabs; what became of it; taking it back": [
    "Invitation in several tabs; its state; withdrawing it",
    "Only one tab shows it, and `state` contains its state. `…/invite/withdraw` withdraws it, or returns `not_open`",
  ],
  "a text that is half written when something else is sent": [
    "Unfinished text when something else is sent",
    "The text stays in the field",
  ],
  "what clearHistory forgets beside the visitor": [
    "What `clearHistory` removes in addition to the visitor",
    "Custom data, attributes, and requests that have no response yet",
  ],
  "how many visitors one address may make": [
    "Number of visitors that one address can create",
    "`new_visitors_per_minute`. If exceeded, Parlour closes the connection with 4029, and the window tries again",
  ],
  "how many windows one token may open": [
    "Number of windows that one token can open",
    "50 at the same time. If exceeded, Parlour closes the connection with 4029, and the window tries again",
  ],
  "an address that contains nothing, utm without a part; a department that is none": [
    "Rule with an empty address, `utm` without a part, or a department that does not exist",
    "Parlour refuses it. It checks the department only in a trigger of the account. If a department is deleted later, Parlour ignores it",
  ],
  "pages that a browser renders ahead": [
    "Pages that a browser renders in advance",
    "There is no visit and no widget until the page is shown",
  ],
  "a line that died while the machine slept": [
    "Connection that ended while the computer slept",
    "The window checks the connection when it becomes visible, and closes it after 10 s without a response",
  ],
  "tables and documents that are pasted; pictures with their address or name; files dropped where none is taken; more than ten files":
    [
      "Pasted tables and documents; pictures with their address or name; files dropped in the wrong place; more than ten files",
      "Tables and documents become text; pictures stay pictures. A file dropped in the wrong place has no effect. The first ten files are sent; the others after Try again",
    ],
  "phones on their side": ["Phones in landscape", "They also use the full screen"],
  "files of a page that was opened before an update": [
    "Files of a page that was opened before an update",
    "Files of earlier releases remain available for three days",
  ],
  "a page with its own chat button": [
    "Page with its own chat button",
    "The rule lists all ways. The window opens with each of them",
  ],
  "what own-button code reads of `<prefix>_config`; how it sees that the widget is ready": [
    "Values of `<prefix>_config` for a page with its own button; how the page detects that the widget is ready",
    "Mode, colour and language. `<prefix>_version` is present",
  ],
  "the script loaded again after destroy, after the names were deleted, with another id; `document.open`":
    [
      "Script that is loaded again after destroy, after the names were deleted, or with another id; `document.open`",
      "See the rules. A document has one widget for each id",
    ],
  'whether "Skip" or a script may go around a consent that forms ask for': [
    'Whether "Skip" or a script can bypass the consent that forms ask for',
    'No. The form has no "Skip", no first message is sent, and the server refuses messages without consent',
  ],
  "`sendMessage` with the fields of other services (`message`, contacts)": [
    "`sendMessage` with the fields of other services (`message`, contacts)",
    "Parlour reads them. If a contact is invalid, it refuses the call and sends nothing",
  ],
  "which pages the 45 KB count for; Brotli": [
    "Pages with a limit of 45 KB; Brotli",
    "Pages without callbacks, calls and rules; 53 KB for the others. Built files have a Brotli copy",
  ],
  "how times are written": [
    "Format of times",
    "In the full locale of the browser, if it has the same language as the window",
  ],
  'a bot that answers a test event got 400 for `chat_id` `"0"`, so the test showed a working bot as broken':
    [
      'Bot that replies to a test event. Before, it got 400 for `chat_id` `"0"`, so the test reported a working bot as broken',
      "For 60 s, Parlour checks its posts, returns 200 and shows them in the test. They reach no chat",
    ],
  "a BOT_MESSAGE during an open request did not settle it: a bot that answered by posting but was slow to respond was asked again, its answer was shown twice, and it was then declared silent":
    [
      "BOT_MESSAGE during an open request. Before, it did not count as delivery. A slow bot got the message again, its reply was shown twice, and it was declared silent",
      "A post after the first attempt started counts as delivery, unless this option of the connection is off. A reply to an earlier message can therefore count as delivery of a later one that fails. To avoid this, switch the option off",
    ],
  "BUTTONS and MARKDOWN without `text` were not sent to customers of a chat channel, and the bot got a plain ok":
    [
      "BUTTONS and MARKDOWN without `text` on a chat channel. Before, the customer got nothing, and the bot got a plain ok",
      "Parlour builds a text, and a typed number counts as `button_id`. `warnings` in the 200 response list everything that was not shown as written",
    ],
  "a bot's address always ended with the token, so a framework that demands a trailing slash could not be used":
    [
      "Place of the token in the address. Before, the address always ended with it, so a framework that requires a trailing slash could not be used",
      "`{token}` and `{public_id}` can be anywhere in the address. `append_token` works like `append_public_id`",
    ],
  "an event in the body of a bot's response disappeared without a word": [
    "Event in the body of a bot's response. Before, it was dropped silently",
    "The delivery log has a note with the address to which the bot must post",
  ],
  "whether a developer, who sees masked texts, may send the texts to an address of their choice; a proof for new addresses":
    [
      "Whether a developer, who sees masked texts, can send the texts to an address of their choice",
      "No. A new address requires a recent re-authentication or a scope of the key, and the owners receive a mail",
    ],
  'a message arrived while the window was closed: the page said "Unread messages: 1"': [
    'Message while the window is closed. Before, the page showed "Unread messages: 1"',
    "The teaser shows name and text, in an iframe of the installation",
  ],
  "which parts a page loads before its visitor uses the widget; how operators know the visitor meanwhile":
    [
      "What a page loads before its visitor uses the widget; how operators see the visitor during that time",
      "16 KB, no iframe and no socket. The page sends one small request every 25 s",
    ],
  "how a channel reports that a message was received or seen": [
    "How a channel reports that a message was received or seen",
    "With `delivered`, `seen` and `read` by message id. A report never takes a state back. Before, these types had no effect",
  ],
  'where "append the channel id" is set': [
    'Where "append the channel id" is set',
    "Also with a switch on the page of the channel, as for bots",
  ],
  "`aud` of a signed token": [
    "`aud` of a signed token",
    "Optional. If present, it must contain the widget id",
  ],
  "where the greeting goes when the visitor writes: it disappeared, and operators never saw it": [
    "Greeting after the visitor writes. Before, it disappeared, and operators never saw it",
    "It is the first entry of the log and a line in the chat",
  ],
  "a header without the brand of its site": [
    "Header without the brand of its site",
    "It can have the accent colour or be plain, with a logo that cannot run scripts",
  ],
  'what the window says before the chat: "Online"': [
    'Text of the window before the chat. Before, it showed "Online"',
    "It shows the available operators, or the time at which an operator is back. It also shows the usual reply time, from the data of the reports",
  ],
  "visitors and operators share one origin": [
    "One origin for visitors and operators",
    "`WIDGET_URL` separates them by `Host`. Requests from older code and to older addresses are redirected",
  ],
  "whether a visitor notices that a node of the installation restarts": [
    "Whether a visitor notices that a server of the installation restarts",
    "No, if another one runs. The window connects to that one before it leaves",
  ],
  "whether the form of a call asks for consent": [
    "Whether the call form asks for consent",
    "Yes, like the other forms. `startCall` does not ask",
  ],
  "when a site starts that was added to the list of sites": [
    "When a widget starts on a site that was added to the list of sites",
    "At the next page load on the site",
  ],
  "what Parlour used from the answer of a bot or channel, and what it ignored": [
    "What Parlour used from the response of a bot or channel, and what it ignored",
    "`used` lists the parts that Parlour used, and each other field with a reason, as for webhooks",
  ],
  "what one test proves: the rule stated several behaviours": [
    "Rule that was divided, so that each rule states one behaviour",
    "Only the rule ids changed. The behaviour is the same",
  ],
  "what one test proves: each rule stated several behaviours": [
    "Rules that were divided, so that each rule states one behaviour",
    "Only the rule ids changed. The behaviour is the same",
  ],
};

/**
 * Sentences of docs/integrate/silent.md for readers who do not know the rules. A row without an
 * entry shows the text of docs/spec.
 */
export type RowText = readonly [point: string, answer: string];

/** By the number of the decision in docs/spec/README.md. */
export const decisionTexts: Readonly<Record<string, RowText>> = {
  1: ["Body of the answer to an accepted message", '`{"result":"ok"}`'],
  2: ["Status if `sender.id` is missing", "400 with `sender_id_required`"],
  3: [
    "Values of `error.code`, and whether operators see them",
    "Parlour has its own table, see errors.md. Operators see unknown and missing codes",
  ],
  4: [
    'Replies that count as "valid positive"',
    '2xx with `result` `ok`; also empty, `null`, text and other JSON, marked "unconfirmed". Another `result` is an error reply, and a body that begins with `<` or cannot be decoded is a failed attempt',
  ],
  5: [
    "Whether Parlour tries again after an error reply",
    "Yes, unless the code is final. Operators see the text from the first reply on, of temporary codes only after the last",
  ],
  6: [
    "A 4xx of your server",
    "Parlour tries again as after a 5xx, unless the body has a final code",
  ],
  7: [
    "Time at which the operator sees the error",
    "9.0 to 9.5 s after the first start if the server is unavailable, else after the third reply",
  ],
  8: ["A wrong random string", "The same 404 as for an unknown id"],
  9: [
    "A channel that is switched off or deleted",
    "Off: the status is `0`, and messages fail with 403. Deleted: 404",
  ],
  10: [
    "Whether a bot makes the status `1`",
    "Only operators count. An option of the channel counts bots too",
  ],
  11: ["Messages while the status is `0`", "Parlour accepts them, and they wait"],
  12: [
    '`7` and `"7"` as customer id',
    "They are one customer. `recipient.id` has the form of the latest message",
  ],
  13: ["Unit of 1000 characters", "Unicode code points"],
  14: [
    "Content-Type is missing, `text/plain` or a form",
    "Parlour accepts the request and parses the body as JSON",
  ],
  15: ["Use of `sender.url`", "Operators see it as the page if it is an http(s) address"],
  16: [
    'Tables of file messages, although the text says "only text for now"',
    'Parlour accepts and sends file messages. The option "text with link" sends text instead',
  ],
  17: [
    "Incomplete file messages",
    "Only `file`, or both coordinates, are required. Parlour shows what it can use",
  ],
  18: [
    "Recognition of repeats",
    "`Idempotency-Key` only: Parlour remembers 2xx answers, and another body fails with 422. `message.id` never marks a repeat, the event id of a bot only that of a request without answer",
  ],
  19: [
    "Endpoint URL with a query or a trailing slash",
    "Parlour joins the path and keeps the query",
  ],
  20: ['The switch "chunked encoding"', "It applies only to Parlour's requests"],
  21: ["Signature of Parlour's requests", "Parlour adds the headers of Standard Webhooks"],
  22: [
    "How Parlour gets an access token",
    "By OAuth 2.0 client credentials (RFC 6749 4.4). The token lives `expires_in` seconds, or 3600 s if it is missing",
  ],
  23: [
    "Which of the two provider paths is valid",
    "The configuration decides. The other path fails with 401",
  ],
  24: [
    "HTTP status of `unauthorized_client` and `invalid_request`",
    "401 and 400. `invalid_request` also comes with 405, 413 and 415",
  ],
  25: [
    "Unknown provider or token",
    "401 with `invalid_client`. 404 only for an address of a wrong form",
  ],
  26: ["Body of a bot's response", "Parlour does not read it. Any 2xx succeeds"],
  27: ["Answer to an event of a bot", '200 `{"result":"ok"}`'],
  28: ["More than three buttons", "400 with `invalid_request`"],
  29: ["Missing button ids, ids as numbers, forms of timestamps", "Parlour accepts them"],
  30: ["BOT_MESSAGE after an operator joined", "400 with reason `chat_handed_over`"],
  31: ["INVITE_AGENT, but no operator joins", "AGENT_UNAVAILABLE after 60 s"],
  32: [
    "Customer message between INVITE_AGENT and its result",
    "It goes to the operators, and after AGENT_UNAVAILABLE also to the bot. The bot can write all the time",
  ],
  33: [
    "Final error statuses of a bot",
    "Every 4xx except 408, 425, 429 and the first 401 with authorization",
  ],
  34: [
    "BOT_MESSAGE during an open request",
    "It settles the message, unless the option of the connection is off",
  ],
  35: ['"Both directions" of the 3 s limit', "Parlour answers bots within 3 s"],
  36: [
    "Formatting where a channel supports it",
    "The site widget shows formatted text. A chat channel shows only text",
  ],
  37: [
    "Further fields in CLIENT_MESSAGE",
    "`site_id`, `agents_online`, `sender` and `channel`; `site_id` and `sender.id` are integers. No field is `null`",
  ],
  38: [
    "How a provider gets an id",
    "On a settings page, on request, or by self-service if the installation allows it",
  ],
  39: [
    "Field of the user token",
    "`user_token` at the top level. It is absent if the page never set it",
  ],
  40: [
    "`social` and `analytics`",
    "`social` has an object for each network. `analytics` has `ga` and `ym` if they are known, else it is absent",
  ],
  41: ["`chats_count`", "The number of chats of the visitor"],
  42: ["Type of `agent.id`", "A string of digits"],
  43: ["Spelling of the call status", "With underscore: `agent_connected`, `client_connected`"],
  44: ["Reply to `chat_updated`", "It can have the same data as the reply to `chat_accepted`"],
  45: ["Reply without `result`", "Parlour does not show its data"],
  46: [
    "`OK`, `ok`, `FAILURE` in a reply",
    "`ok` in upper or lower case is a success. Parlour uses no data of other replies, and does not send the event again",
  ],
  47: [
    "Text of messages in the log, further texts",
    "`message` of each entry; `plain_messages` and `html_messages` have the whole log",
  ],
  48: ["Messages of bots in the log", "Type `agent` with `agent_id` 0"],
  49: ["`agent` before acceptance", 'An object with the id `"0"`'],
  50: ["`null` or absent", 'Keys of simple values are always present. An unknown text is `""`'],
  51: ["`enable_assign` without `crm_link`", "Parlour shows no button"],
  52: [
    "Repeats and time limit of webhooks",
    "10 attempts in 75 h 35 min, at most 15 s each. 410, or 120 h without success, switches the endpoint off",
  ],
  53: [
    "Order of events",
    "In order for each chat and endpoint. An event that fails for 6 min no longer holds back the others",
  ],
  54: [
    "Closing by others than operators, and continuing a chat",
    "Closing is final, and `chat_finished` is sent exactly once for each chat id. **Continue** opens a new, linked chat",
  ],
  55: [
    "Several webhook URLs",
    "Allowed. The lists of `custom_data` are joined; of other fields the earliest webhook with a value wins",
  ],
  56: ["Result of `chatMode`", "A string"],
  57: [
    "Results of `open`, `close` and the setters",
    '`{"result":"ok"}`, or a failure with its reason',
  ],
  58: ["Arguments as a list or as an object", "Both are accepted"],
  59: [
    'Unknown contacts, although the text says "all strings"',
    "`null`. The object also has `client_name`",
  ],
  60: [
    '"token or false", and "does not show or process"',
    "`setUserToken` returns the given string, else `false`. Only two options read the token: signed identity, and the block list by token",
  ],
  61: [
    "Arguments of callbacks",
    "None, except for the state and the result of a call. Handlers of `on` receive details",
  ],
  62: ['"First message"', "The first message in the history of the visitor"],
  63: [
    "Calls before the script has loaded",
    "The snippet keeps them in a queue. It checks the arguments of `setCustomData` and `setUserToken` itself",
  ],
  64: ["Form of rules", "Parlour's own JSON. A list is accepted too"],
  65: ["`sendOfflineMessage` while operators are online", "Allowed"],
  66: [
    "Invitation while nobody is available",
    "The window opens with the text above the offline form",
  ],
  67: [
    "Safe URL",
    "It can be on or off, with own domains from `origins` and a list. It applies to all data that operators see; links in webhook replies can be trusted",
  ],
  68: ["Reasons in addition to the two given", "The two exact strings, and `detail`"],
  69: [
    "State changes of the widget",
    "`close()` leads to `label`, minimising to `chat/min`. The rule has all changes",
  ],
  73: ["Rate limits", "The limits are listed by name in CFG-030"],
  74: [
    "Versions and removals",
    "Version 1 only gets additions. A removal is announced 12 months before in the changelog",
  ],
  76: ["Desktop application", "The operator application can be installed"],
  77: [
    "Support for answers other than 200",
    "Each answer has a request id. The text of a 5xx names the support contact if it is set",
  ],
  78: ["Duplicate parameter", "A JSON key that is there twice fails with 400"],
  79: ["Too many wrong addresses", "429, for wrong addresses only"],
  82: ["Status outside working hours", "`0`, also if operators are online"],
  83: ["Changed data of a visitor without a running chat", "No `chat_updated`"],
  84: ['The "account user" who creates a channel', "An owner or an administrator"],
  85: ["Offline message of a blocked visitor", "Parlour answers ok and does not store it"],
  86: [
    "`recipient.id`, documented as a string",
    "Parlour returns it with the JSON type that you sent",
  ],
  87: [
    "401 because the access token expired",
    "One repeat with a new token. It counts as one of the two repeats",
  ],
  88: ["Characters of the bot token", "Any printable ASCII, percent-encoded"],
  89: [
    "5xx of Parlour",
    "The request is not acknowledged, and its outcome may be unknown. A repeat with the same key is safe",
  ],
};

/** By the cell "What was unclear" in docs/spec/CHANGES.md. */
export const additionTexts: Readonly<Record<string, RowText>> = {
  "the right to send a failed message again": [
    "Permission to send a failed message again",
    "Every operator who may answer the chat has it, by a route of its own. Before, operators without access to the delivery log were refused",
  ],
  "who sees and asks for providers, forms of bots, webhooks, departments and hours": [
    "Who sees and requests providers; forms of bots, webhooks, departments and hours",
    "The rules list them",
  ],
  "chats of a bot whose endpoint is paused": [
    "Chats of a bot whose endpoint is paused",
    "They go to operators, and so do new chats",
  ],
  "a clock that goes back between two starts (F14)": [
    "A clock that goes back between two starts (F14)",
    "A timer with an impossible start begins again. A clock that goes forward counts as an outage of that time",
  ],
  "a new token URL without a client secret": [
    "New token URL without a client secret",
    "Parlour keeps the stored secret if the origin is the same. Another origin fails with 400",
  ],
  "codings, kept connections": [
    "Content codings and kept connections",
    "Parlour asks for no coding and reads gzip, deflate and zstd; another coding is `bad_reply`. A kept connection that closed before the first byte was written costs no attempt",
  ],
  "order between endpoints, endpoints that fail at once": [
    "Order between endpoints, and endpoints that fail together",
    "Endpoints take turns. Slots of failing endpoints are free again after 1.5 to 2.5 s (webhooks 3 to 4 s)",
  ],
  "what an entry matches; the lab without a key; its bot and webhook": [
    "Targets that an entry of the allow list matches; `parlour lab` without a key; its bot and webhook",
    "The rule lists the targets. Without a key the lab changes nothing; it creates bot and webhook only on request, and removes them at its end",
  ],
  'where "Add channels" is; an endpoint at a private address': [
    "Where channels are added; endpoint at a private address",
    "Settings → Channels, with an Add button on each page. The owner of the installation allows the address in the form",
  ],
  "typing: limits and keys": [
    "Limits and keys of typing",
    "Typing has its own limits with the same numbers. An `Idempotency-Key` has no effect on it",
  ],
  "what `start` says of the customer": [
    "Contacts in `start`",
    "Parlour stores them without a chat, and keeps the page for the next message. Before, contacts of front ends that send them only there were lost",
  ],
  "campaign of a channel customer's page": [
    "Campaign of a channel customer's page",
    "It is in `session`, as for widgets",
  ],
  "JSON in a JSON string": [
    "JSON in a JSON string",
    "Parlour reads it as if it were not in a string, for successes and errors. Before, only errors counted",
  ],
  "refusals that cannot succeed when repeated": [
    "Refusals that a repeat cannot change",
    "More codes are final, among them numbers from 400 to 499. A 4xx with such a code is final too",
  ],
  "a bot that counts as available, outside working hours": [
    "Bot that counts as available, outside working hours",
    "The status is `0`",
  ],
  "`-0`; length of addresses": [
    "`-0` as id; length of addresses",
    "`-0` is a customer of its own. Addresses have at most 2048 characters",
  ],
  "form of `webhook-id`; where text is cut": [
    "Form of `webhook-id`; where text is cut",
    "`msg_` and the message id. Text is cut when it is sent",
  ],
  "codes in 5xx; `duplicate`": [
    "Codes in 5xx; `duplicate`",
    "The code of a 5xx is only shown. `duplicate` counts only with 2xx",
  ],
  "late and interrupted attempts; errors between attempts": [
    "Late and interrupted attempts; errors between attempts",
    "An attempt more than 0.5 s late moves the later ones, and an interrupted one counts, but never as the last. Until the end, the chat shows only your error text",
  ],
  "messages on the way when a channel is switched off, a bot's then; IPv6; last inbound request": [
    "Messages on the way when a channel is switched off, also of a bot; IPv6; last inbound request",
    "Accepted messages still go out, those of a bot stay hidden (BOT-061). An IPv6 client counts by its /64; the last inbound request is empty after a restart",
  ],
  "AGENT_UNAVAILABLE while a request of the chat is open or others wait; what goes before what waits":
    [
      "AGENT_UNAVAILABLE while a request of the chat is open or others wait; events that go first",
      "It comes in order, within 1 s after the earlier events end. AGENT_JOINED, and AGENT_UNAVAILABLE at the end of an offer, go before waiting events",
    ],
  "buttons that work no more; a failure during an invitation; from when silence counts": [
    "Buttons that no longer work; failure during an invitation; start of the silence",
    "A late press is refused, and the chat stays with operators. Silence counts from the first unanswered message",
  ],
  "BUTTONS without a title": ["BUTTONS without a title", "`text` is shown above the buttons"],
  "time and state of merged events; what counts as a change": [
    "Time and state of merged events; changes that count",
    "The event has the time of the first change and the data at the end. Changes of page and custom data count too",
  ],
  "a call that is taken or put off": [
    "Call that is taken or postponed",
    "One more `call_event`, with status `start` again",
  ],
  "order after coming back; empty blocks": [
    "Order of operators who come back; empty blocks",
    'An operator counts from the return. An optional block without data is `[]` or `""`',
  ],
  "page and session of a chat that an operator continues": [
    "Page and session of a chat that an operator continues",
    "Those of the chat before",
  ],
  "which event brings a rating that the window asks for after the end": [
    "Event with a rating that the window asks for after the end",
    "`chat_finished` waits for it, 60 s unless set otherwise, and `chat_updated` has a later one. Before, `chat_finished` left with `null` when the rating was asked, so no receiver ever got such a rating",
  ],
  "`phone` of an agent without one; other keys of `contact_info`": [
    "`phone` of an agent without one; other keys of `contact_info`",
    '`""`, as every unknown text. The delivery log names the other keys',
  ],
  "what people of an account learn of a name inside: saving was refused for a name that resolves to a private address and accepted for one that does not exist":
    [
      "Whether operators can find out names inside the network. Before, saving refused a name at a private address and accepted a name that does not exist",
      "No. Only names of the owner of the installation are looked up when saved; when connected, both cases are `dns_failed`",
    ],
  "what to do about `private_address`": [
    "How to resolve `private_address`",
    "The message names the entry to add",
  ],
  "how people tell webhooks apart": [
    "How to distinguish webhooks",
    "Each has a name. Lists and the delivery log show it",
  ],
  "how an answer looks that was taken but could not be used; what was taken from it": [
    'How Parlour shows an answer that it accepted but could not use. Before, the delivery log showed "Delivered" and the inspector a fault',
    '"Not usable" in the delivery log, in a test and in the request inspector, with a filter. `used` names the fields, and the reason of each ignored one',
  ],
  '"http error" as the reason of a hand-over': [
    '"http error" as the reason of a hand-over',
    "The reason has the status. An overloaded bot differs there from one that refuses",
  ],
  "`chat_rate` at the top level of `chat_finished`, which no source names": [
    "`chat_rate` at the top level of `chat_finished`, which no source names",
    "It is left out, because receivers with a numeric column refused the whole event for its word. `chat.rate` stays",
  ],
  "locations, buttons, Markdown, hidden messages; line breaks, time zone, nameless visitors": [
    "Locations, buttons, Markdown, hidden messages; line breaks, time zone, visitors without a name",
    "The rules list them",
  ],
  "longer answers; length of texts": [
    "Longer answers; length of texts",
    "A longer answer gives no data. Texts are cut at the lengths of `setCustomData` (WG-043)",
  ],
  "a link that comes back; how long the earliest wins": [
    "Link that comes back; how long the earliest webhook wins",
    "`chat_assigned` is not sent again. The earliest wins in this chat, for the page until the visitor moves on",
  ],
  "forms of `Retry-After` and `webhook-id`; samples": [
    "Forms of `Retry-After` and `webhook-id`; samples",
    "`Retry-After` is seconds or a date; ids begin with `evt_`, those of tests with `test_`. Samples can be edited",
  ],
  "from where a pause counts": [
    "Start of a pause",
    "The end of the attempt before. If a crash interrupted that attempt, its start",
  ],
  "what the 120 h count from, who is told": [
    "Start of the 120 h, and the notice",
    "The first failure since the last success. The notice is `settings_changed` and a line in the log",
  ],
  "when it stops holding back": [
    "When an event no longer holds back others",
    "With the report after which the next attempt would be later than 6 min",
  ],
  "what ends them": [
    "Events of an endpoint that is switched off",
    "They become `dead` with the outcome `endpoint_off`. You can replay them within 30 days of the end",
  ],
  "trailing slash; version of event ids; where a provider's time is kept": [
    "Trailing slash; version of event ids; where a provider's time is stored",
    "The slash is tolerated, and ids have version 5. The time is in the log and the request inspector",
  ],
  "encoding of the Basic header; a failed renewal; how long the current token is taken": [
    "Encoding of the Basic header; failed renewal; how long the current token is accepted",
    "Client id and secret are not encoded beforehand, and the old token is used while it lives. The current token is accepted while it is current",
  ],
  "faults inside a 2xx body; 413, 415, guessed tokens; their place in the order; a repeat of what failed for us":
    [
      "Faults inside a 2xx body; 413, 415 and guessed tokens, and their place in the order; repeat after a fault of Parlour",
      "A 2xx succeeds, the rules list 413 and 415 (checked after the rate limits), and guessed tokens get 429. After a fault of Parlour a repeat is done again, once",
    ],
  "texts of the own team, `mailto:` and `tel:`": [
    "Texts of the own team, `mailto:` and `tel:`",
    "They stay links",
  ],
  "where a widget is not shown at all (features.md 8)": [
    "Pages on which a widget is not shown (features.md, section 8)",
    "Setting `hidden`: parts of the page's address, countries, devices",
  ],
  "where text is looked at; broken pictures; failures of the proxy, and how large its pictures may unpack to; a comment beside a link":
    [
      "Where text files are examined; broken pictures; failures and limits of the picture proxy; comment with a link",
      "At the first tag or line; broken pictures are documents; a failure is stored for 5 min, and pictures have the megapixel limit of uploads. The comment comes before the link and is cut first",
    ],
  "where the message of a blocked visitor stands": [
    "Where the message of a blocked visitor is stored",
    "In the running chat, else in the visitor's latest chat, also if it is closed. Without any chat, in one that is closed from its beginning",
  ],
  "whom a visitor's answer to an operator's invitation reaches": [
    "Operator who receives the answer to an invitation",
    "First the operator who invited. The window does not ask for a department; before, it asked and preselected one",
  ],
  "the test page of a widget with `origins`": [
    "Test page of a widget with `origins`",
    "The origin of the installation is always allowed",
  ],
  "how the identity secret comes and goes": [
    "How to create and remove the identity secret",
    "`POST` and `DELETE /channels/{id}/identity-secret`. A new secret ends the old one immediately",
  ],
  "what an invalid e-mail is for a page's script": [
    "Invalid e-mail in a script of a page",
    "As in the forms of the window: spaces, no `@`, a domain without a full stop or with an empty part, over 255 characters",
  ],
  "countries; numbers without one": [
    "Countries; numbers without a country",
    "The prefix decides. A number without one is allowed only if the account names no countries",
  ],
  "what of contacts a page may read": [
    "Contacts that a page can read",
    "Those that the visitor entered or the page set. Never those that operators and webhooks know",
  ],
  "how long a signed visitor is one": [
    "How long a visitor is signed",
    "Each connection is signed by the token of the site. Parlour's token stays that of the unsigned visitor",
  ],
  'what loads when; what "finished" is': [
    "Order of loading; when loading is finished",
    "All but the button loads when the page is idle or needs it. Loading is finished at the first answer of the server, or after 3 s",
  ],
  "callbacks in circles; reasons without a text; one lone string; calls while destroyed": [
    "Callbacks in circles; reasons without a text; one single string; calls while destroyed",
    "Circles end after 16 calls, and the rules list the reasons. A single string is no contact info; calls answer `Widget is destroyed`",
  ],
  "a page without code and callbacks, whose functions come with its first call": [
    "Page without code and callbacks, whose first call loads the functions",
    "The order is the same",
  ],
  "transcripts by mail: to whom, how often, what is in them": [
    "Transcripts by mail: recipient, number, content",
    "The rules list them. `transcripts` of the chat counts them",
  ],
  "many sockets from one address; data of a page that changes many times a second": [
    "Many sockets from one address; data of a page that changes many times a second",
    "500 sockets at the same time. Data is merged to two writes a second, within the visitor's limit",
  ],
  "whether an account can take only certain kinds of files from visitors": [
    "Whether an account can accept only certain kinds of files",
    "Yes, by a setting of each widget, in addition to the one that accepts files. The content decides the kind",
  ],
  "the mail server's address": [
    "Address of the mail server",
    "It may be private, because only the owner of the installation sets it",
  ],
  "which distances; corners; where the scope of bots is set": [
    "Distances; corners; where the scope of bots is set",
    "`offset` to the side, `offset_bottom`, `radius`. The scope is set on the page of the widget and of the bot",
  ],
  "sound, title badge and focus had no rule": [
    "Sound, title badge and focus, which had no rule",
    "A sound plays for a message that no tab shows, in one tab. Only the number in the title is from Parlour",
  ],
  "a running chat when the last operator leaves": [
    "Running chat when the last operator leaves",
    "It stays, with a note that nobody is available. Without a running chat, the offline form takes the typed text",
  ],
  "what happened while the page was left or the line was down": [
    "Events while the page was closed or the connection was down",
    "`messageSent`, `clientStartChat` and `callEnd` are called when the window comes back",
  ],
  "unsent messages where the browser lets frames keep nothing": [
    "Unsent messages if the browser lets frames store nothing",
    "The page stores them for its tab, encrypted with a key that only the server sends. Chat text is never readable in the page",
  ],
  "copies, sizes, whole seconds; what counts as fired; what passes while rules are silent; patterns that never end; session; referrer":
    [
      "Copies, sizes and whole seconds; rules that fired; time without rules; slow patterns; session; referrer",
      "The rules list them; a wrong part is refused with its place, and session and referrer are those of the visit. Patterns are matched in a time that grows with text times pattern",
    ],
  "words of rules in several languages (product.md 5)": [
    "Texts of rules in several languages (product.md, section 5)",
    "`texts` by the language of the window",
  ],
  "an invitation in several tabs; what became of it; taking it back": [
    "Invitation in several tabs; its state; taking it back",
    "One tab shows it, and `state` has its state. `…/invite/withdraw` takes it back, or answers `not_open`",
  ],
  "a text that is half written when something else is sent": [
    "Half-written text when something else is sent",
    "It stays",
  ],
  "what clearHistory forgets beside the visitor": [
    "What `clearHistory` removes in addition to the visitor",
    "Custom data, attributes, and requests without an answer",
  ],
  "how many visitors one address may make": [
    "Number of visitors that one address can create",
    "`new_visitors_per_minute`. Above it the connection is closed with 4029, and the window tries again",
  ],
  "how many windows one token may open": [
    "Number of windows that one token can open",
    "50 at the same time. Above it the connection is closed with 4029, and the window tries again",
  ],
  "an address that contains nothing, utm without a part; a department that is none": [
    "Rule with an empty address, `utm` without a part, or a department that does not exist",
    "It is refused, a department only in a trigger of the account. A department that was deleted later is ignored",
  ],
  "pages that a browser renders ahead": [
    "Pages that a browser renders in advance",
    "No visit and no widget until the page is shown",
  ],
  "a line that died while the machine slept": [
    "Connection that ended while the computer slept",
    "The window checks it when it comes to the front, and gives it up after 10 s",
  ],
  "tables and documents that are pasted; pictures with their address or name; files dropped where none is taken; more than ten files":
    [
      "Pasted tables and documents; pictures with their address or name; files dropped in a wrong place; more than ten files",
      "Tables and documents become text, pictures stay pictures. A file in a wrong place has no effect; ten files are sent, the others after Try again",
    ],
  "phones on their side": ["Phones in landscape", "Full screen too"],
  "files of a page that was opened before an update": [
    "Files of a page that was opened before an update",
    "Those of earlier releases stay available for three days",
  ],
  "a page with its own chat button": [
    "Page with its own chat button",
    "The rule lists the ways. The window opens with each of them",
  ],
  "what own-button code reads of `<prefix>_config`; how it sees that the widget is ready": [
    "What a page with its own button reads of `<prefix>_config`; how it detects that the widget is ready",
    "Mode, colour and language. `<prefix>_version` is present",
  ],
  "the script loaded again after destroy, after the names were deleted, with another id; `document.open`":
    [
      "Script that is loaded again after destroy, after the names were deleted, or with another id; `document.open`",
      "The rules list the cases. A document has one widget for each id",
    ],
  'whether "Skip" or a script may go around a consent that forms ask for': [
    'Whether "Skip" or a script can bypass the consent that forms ask for',
    'No. There is no "Skip" and no first message, and the server refuses it',
  ],
  "`sendMessage` with the fields of other services (`message`, contacts)": [
    "`sendMessage` with the fields of other services (`message`, contacts)",
    "Parlour reads them. With an invalid contact it refuses, and nothing is sent",
  ],
  "which pages the 45 KB count for; Brotli": [
    "Pages for which the 45 KB count; Brotli",
    "Those without callbacks, calls and rules; 53 KB for the others. Built files have a Brotli copy",
  ],
  "how times are written": [
    "How times are written",
    "In the full locale of the browser, if it is of the language of the window",
  ],
  'a bot that answers a test event got 400 for `chat_id` `"0"`, so the test showed a working bot as broken':
    [
      'Bot that answers a test event. Before, it got 400 for `chat_id` `"0"`, so the test showed a working bot as broken',
      "For 60 s Parlour checks its posts, answers 200 and shows them in the test. They reach no chat",
    ],
  "a BOT_MESSAGE during an open request did not settle it: a bot that answered by posting but was slow to respond was asked again, its answer was shown twice, and it was then declared silent":
    [
      "BOT_MESSAGE during an open request. Before, it did not settle the request: a slow bot was asked again, its answer was shown twice, and it was declared silent",
      "A post since the first attempt settles the message, unless the option of the connection is off. An answer to an earlier message can settle a later one that fails; the option avoids this",
    ],
  "BUTTONS and MARKDOWN without `text` were not sent to customers of a chat channel, and the bot got a plain ok":
    [
      "BUTTONS and MARKDOWN without `text` on a chat channel. Before, the customer got nothing, and the bot got a plain ok",
      "Parlour builds a text, and a typed number counts as `button_id`. `warnings` in the 200 body name what was not shown as written",
    ],
  "a bot's address always ended with the token, so a framework that demands a trailing slash could not be used":
    [
      "Place of the token in the address. Before, the address always ended with it, so a framework that requires a trailing slash could not be used",
      "`{token}` and `{public_id}` can be anywhere in the address. `append_token` works like `append_public_id`",
    ],
  "an event in the body of a bot's response disappeared without a word": [
    "Event in the body of a bot's response. Before, it disappeared without a message",
    "The delivery log has a note with the address to post to",
  ],
  "whether a developer, who sees masked texts, may send the texts to an address of their choice; a proof for new addresses":
    [
      "Whether a developer, who sees masked texts, can send the texts to an address of their choice",
      "No. A new address needs a recent re-authentication or a scope of the key, and the owners get a mail",
    ],
  'a message arrived while the window was closed: the page said "Unread messages: 1"': [
    'Message while the window is closed. Before, the page said "Unread messages: 1"',
    "The teaser shows name and text, in a frame of the installation",
  ],
  "which parts a page loads before its visitor uses the widget; how operators know the visitor meanwhile":
    [
      "What a page loads before its visitor uses the widget; how operators see the visitor meanwhile",
      "16 KB, no frame and no socket. One small request every 25 s",
    ],
  'where "append the channel id" is set': [
    'Where "append the channel id" is set',
    "Also by a switch on the page of the channel, as for bots",
  ],
  "`aud` of a signed token": [
    "`aud` of a signed token",
    "Optional. If it is given, it names the widget",
  ],
  "where the greeting goes when the visitor writes: it disappeared, and operators never saw it": [
    "Greeting after the visitor writes. Before, it disappeared, and operators never saw it",
    "It is the first entry of the log and a line of the chat",
  ],
  "a header without the brand of its site": [
    "Header without the brand of its site",
    "It has the accent colour or is plain, and a logo that cannot run anything",
  ],
  'what the window says before the chat: "Online"': [
    'Text of the window before the chat. Before: "Online"',
    "The available operators, or the time when somebody is back. Also the usual time to an answer, from the facts of the reports",
  ],
  "visitors and operators share one origin": [
    "One origin for visitors and operators",
    "`WIDGET_URL` separates them by `Host`. Older code and addresses follow a redirect",
  ],
  "whether the form of a call asks for consent": [
    "Whether the form of a call asks for consent",
    "Yes, as the other forms. `startCall` does not",
  ],
  "when a site starts that was added to the list of sites": [
    "When a widget starts on a site that was added to the list of sites",
    "At the next page load of the site",
  ],
  "what Parlour used from the answer of a bot or channel, and what it ignored": [
    "What Parlour used from the answer of a bot or channel, and what it ignored",
    "`used` has the parts that decided, and each other field with its reason, as for webhooks",
  ],
};

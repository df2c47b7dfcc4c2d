import type { BotErrorCode, BotErrorReason, BotWarningCode } from "../../packages/protocol/src/bot.ts";
import type { ChannelErrorCode } from "../../packages/protocol/src/channel.ts";
import type { Outcome } from "../../packages/protocol/src/entity.ts";
import type { FailureCode } from "../../packages/server/src/core/failure.ts";
import { statusByReason, statusByCode } from "../../packages/server/src/edges/bot/responses.ts";
import { errorCodeEffects, type ErrorCodeEffect } from "../../packages/server/src/edges/channel/retry-policy.ts";
import { statusByFailure } from "../../packages/server/src/http/errors.ts";

/** Table of the errors of an interface: code, status, cause and fix. */
export interface ErrorTable {
  readonly head: readonly [string, string, string, string];
  /** code → [status or recipient, cause, what to do]. */
  readonly rows: Readonly<Record<string, Row>>;
}
type Row = readonly [string, string, string];
/** Cause and fix of a code. The status comes from the server's code. */
type CauseAndFix = readonly [cause: string, fix: string];

const retryLaterText = "wait as long as `Retry-After` says, then send the same bytes again with the same `Idempotency-Key`";
const resendText = "send the same again with the same key, and report `X-Request-Id`";

// Each table is typed by its closed list of codes, so that a missing or an unknown code does not
// compile.

const channelCodes: Readonly<Record<ChannelErrorCode, CauseAndFix>> = {
  invalid_json: ["not UTF-8, not JSON, a key twice, nested deeper than 32, empty, or no object (CH-033)", "send one JSON object in UTF-8"],
  invalid_request: [
    "`sender` or `message` missing, `message.type` no string, a negative size, a bad `Idempotency-Key` (CH-039)",
    "compare with the fields of channel.md; `message` names the field",
  ],
  sender_id_required: ["`sender.id` missing, null or blank (CH-040)", "send your id of the customer; nothing was stored"],
  invalid_sender_id: ["a fraction, boolean, array, object, or over 255 characters (CH-041)", "send a string or a whole number"],
  text_required: ["a text message without text", "do not send empty messages"],
  unsupported_type: ["`message.type` is none of the documented ones (CH-055)", "send the documented types, in small letters"],
  file_required: ["a file type without `file` (CH-062)", "send the address of the file"],
  invalid_file_url: [
    "`file` is no http(s) address, or longer than 2048 characters",
    "send an absolute address that Parlour's operators can open",
  ],
  invalid_location: ["`latitude` or `longitude` missing or out of range (CH-064)", "send both as numbers"],
  channel_disabled: [
    "the channel is switched off, or the account suspended (CH-110)",
    "ask an administrator; hide the chat while the status is 0",
  ],
  not_found: [
    "wrong public id or random string, or a deleted channel: all alike on purpose (CH-020)",
    'copy the inbound URL again; after "Rotate" the old one works 24 h',
  ],
  method_not_allowed: ["another method than POST (GET and HEAD for the status)", "see the header `Allow`"],
  payload_too_large: ["a body over 256 KiB (CH-034)", "send the address of a file instead of the file"],
  unsupported_media_type: [
    "a Content-Type that is none of JSON, plain text and a form, or a Content-Encoding (CH-032)",
    "send `application/json`, not compressed",
  ],
  idempotency_conflict: ["the same `Idempotency-Key` with another body (CH-058)", "use a new key for every message"],
  rate_limited: ["too many messages of the channel or customer, or too many wrong addresses (CH-035, CH-112)", retryLaterText],
  internal_error: ["a fault of Parlour; the outcome is unknown", resendText],
  temporarily_unavailable: ["storage is down or Parlour is shutting down; the outcome may be unknown (CH-037)", retryLaterText],
};

/** Codes used only by channels, bots and the site widget. */
type NonApiCode =
  | "sender_id_required"
  | "invalid_sender_id"
  | "text_required"
  | "unsupported_type"
  | "file_required"
  | "invalid_file_url"
  | "invalid_location"
  | "chat_handed_over"
  | "button_gone";
const apiCodes: Readonly<Record<Exclude<FailureCode, NonApiCode> | "internal_error", CauseAndFix>> = {
  invalid_json: ["the body is not UTF-8, not JSON, or has a key twice (CORE-127)", "send one JSON object in UTF-8"],
  invalid_request: ["a field is missing, unknown or out of its range; `field` names it (API-002)", "compare with `docs/api/openapi.json`"],
  private_address: ["an address leads into a private network (CORE-123)", "the instance owner lists it under Settings → Allowed addresses"],
  invalid_credentials: [
    "e-mail, password, second step or passkey is wrong",
    "try again; each failure makes the next try wait longer (API-010)",
  ],
  invalid_token: ["the link of a set-up, an invitation or a new password was used, or is over", "ask for a new link"],
  unauthorized: ["no API key and no session, or one that has ended (API-003)", "send `Authorization: Bearer <api key>`, or sign in again"],
  forbidden: [
    "the role, the scopes of the key or a suspended account do not allow it, or the request comes from another site",
    "see `docs/operate/rights.md`; ask an administrator for the role or the scope",
  ],
  confirmation_needed: [
    "it changes secrets or roles, and the last proof of the person is older than 15 minutes (CORE-014)",
    "prove it again: `POST /me/confirm` (API-016)",
  ],
  second_factor_needed: [
    "the account wants a second factor from everybody, and this person has none (CORE-013)",
    "set one up in the profile",
  ],
  channel_disabled: [
    "the channel is switched off or deleted, or the account suspended (CH-110)",
    "switch it on; notes are taken all the same",
  ],
  not_found: ["no such object in this account, or one out of sight: both alike on purpose (API-002)", "check the id; read the list again"],
  method_not_allowed: ["the address exists, not for this method", "see the header `Allow`"],
  already_accepted: ["another operator was first; `by` names that operator (API-024)", "join the chat instead"],
  at_limit: ["a limit of the person or of the account is reached; `message` names it", "close or remove something first"],
  already_set_up: ["the installation has its owner (API-007)", "sign in"],
  already_running: ["the visitor has a running chat; `chat_id` names it", "write there"],
  chat_closed: ["the chat is over", "continue it: `POST /chats/{id}/continue`"],
  no_crm_card: ["no webhook has named a CRM card for the chat (WH-045)", "wait for the reply of the webhook"],
  no_rating: ["the chat cannot be rated: its channel has no rating, it has one, or it ended more than a day ago", "nothing"],
  call_running: ["the visitor has a call already; `chat_id` names its chat", "end that call first"],
  not_closed: ["the chat still runs; `chat_id` names it", "answer in it"],
  not_open: ["nobody has the chat yet, or the invitation was answered", "take the chat first"],
  not_available: ["what it needs is switched off, not set up or gone; `message` says what", "set it up, or ask an administrator"],
  no_transfer: ["the chat is not being transferred to you, or no longer", "read the chat again"],
  transfer_open: ["the chat is being transferred already; `by` names who began", "wait for its end"],
  visitor_blocked: ["the visitor stands on the blacklist (CORE-071)", "lift the block first"],
  name_taken: ["another object has this name, e-mail, token or value; `field` says which", "choose another"],
  in_use: ["others depend on the object; `message` says how many", "remove those first"],
  not_deliverable: [
    "the delivery did not fail, was given up more than 30 days ago, or its endpoint is off or gone",
    "switch the endpoint on, then send again",
  ],
  managed_by_file: ["the provisioning file manages the object (API-041)", "change it there"],
  last_owner: ["the account would have no owner any more", "appoint another owner first"],
  payload_too_large: ["the body or the file is larger than allowed (CFG-030)", "send a smaller one"],
  unsupported_media_type: [
    "the body is not JSON, an upload is no `multipart/form-data`, or a file of a kind that is refused (CORE-060)",
    "send `application/json`; of files another kind",
  ],
  idempotency_conflict: ["the same `Idempotency-Key` with another request (API-005)", "use a new key for every request"],
  rate_limited: ["too many requests or tries", "wait as long as `Retry-After` says"],
  internal_error: ["a fault of Parlour; the outcome is unknown", resendText],
  temporarily_unavailable: ["storage is down or Parlour is shutting down; the outcome may be unknown", retryLaterText],
};

/** Adds the status that the server returns (`http/errors.ts`). */
function addHttpStatus(codes: Readonly<Record<string, CauseAndFix>>): ErrorTable["rows"] {
  const statusOf: Readonly<Record<string, number>> = { ...statusByFailure, internal_error: 500 };
  return Object.fromEntries(Object.entries(codes).map(([code, [cause, fix]]) => [code, [String(statusOf[code]), cause, fix]]));
}

const botCodes: Readonly<Record<BotErrorCode, CauseAndFix>> = {
  invalid_request: [
    "a field missing or of an unsupported value, a key twice, bad JSON, more than three buttons; 405: an event that does not exist or goes the other way; 413: over 256 KiB; 415: another Content-Type than JSON; `reason` says more",
    "compare with bot.md; nothing was shown to the customer",
  ],
  invalid_client: ["unknown provider id or token", "copy the address of the bot connection again"],
  unauthorized_client: [
    "`Authorization` missing, wrong or expired, or the path of the other mode (BOT-035, BOT-036)",
    "without authorization post to `/webhooks/…`, with it to `/providers/…` with the current access token",
  ],
  access_denied: ["the connection is switched off, or the provider or account suspended", "ask an administrator"],
  not_found: [
    "the address is not formed as documented, for example without token",
    "post to `{bot_base_url}/webhooks/<provider_id>/<token>`",
  ],
  too_many_requests: [
    "too many requests of the connection or in the chat, or too many wrong tokens (BOT-084)",
    "wait as long as `Retry-After` says",
  ],
  server_error: ["a fault of Parlour", "send the same bytes again within 30 s, or with an `Idempotency-Key` at any time"],
  server_overloaded: ["overload protection", "send again later"],
  temporarily_unavailable: ["storage is down or Parlour is shutting down", retryLaterText],
  gateway_timeout: ["not processed within 2.9 s; the outcome may be unknown", retryLaterText],
};
const botReasons: Readonly<Record<BotErrorReason, CauseAndFix>> = {
  chat_not_found: ["the chat does not exist, or is not of this connection (BOT-083)", "send back the `chat_id` of a CLIENT_MESSAGE"],
  chat_handed_over: ["an operator answers this chat now (BOT-073)", "be silent in this chat"],
  chat_closed: ["the chat is over", "the customer's next message opens a new one"],
  unsupported_event: ["an event that goes to the provider only, or does not exist", "send BOT_MESSAGE or INVITE_AGENT"],
};
/** Text for the customer, cause and fix (BOT-091). */
const botWarnings: Readonly<Record<BotWarningCode, Row>> = {
  text_cut: ["the first 4000 characters", "the text is longer (BOT-044)", "send several messages"],
  channel_text_cut: ["the first 1000 characters", "a chat channel takes no more (CH-074)", "send several messages"],
  button_text_cut: ["the first 80 characters of a button", "its text is longer (BOT-042)", "shorten it"],
  text_only: ["`text`", "a chat channel shows no buttons and no formatting (BOT-060)", "nothing, if `text` says everything"],
  text_built: [
    "a text that Parlour built",
    "a chat channel shows plain text, and the message has no `text` (BOT-091)",
    "send `text` to word it yourself",
  ],
  not_shown: ["nothing", "the customer's channel is switched off (CH-110)", "ask an administrator; operators see the message"],
  client_id_ignored: ["the message", "`client_id` is not that of the chat (BOT-025)", "send both back as they came"],
  timestamp_unreadable: ["the message", "`message.timestamp` is no time (BOT-026)", "send unix seconds"],
  not_utf8: ["the message", "the body was not UTF-8 and was read as ISO-8859-1 (BOT-013)", "send UTF-8"],
};

/** Adds the statuses that the bot edge returns (`edges/bot/responses.ts`). */
function addBotStatus<C extends string>(
  codes: Readonly<Record<C, CauseAndFix>>,
  statuses: Readonly<Record<C, number | readonly number[]>>,
): ErrorTable["rows"] {
  return Object.fromEntries(
    (Object.keys(codes) as C[]).map((code): [string, Row] => {
      const [cause, fix] = codes[code];
      return [code, [[statuses[code]].flat().join(", "), cause, fix]];
    }),
  );
}

const endpointCodes: Readonly<Record<keyof typeof errorCodeEffects, string>> = {
  recipient_not_found: "you do not know this customer",
  recipient_blocked: "the customer blocked you",
  recipient_unsubscribed: "the customer left",
  message_rejected: "your side refuses this message",
  unsupported_type: "you cannot show this type",
  file_too_large: "the file is too large for your side",
  session_expired: "the time to answer is over",
  invalid_request: "your side cannot use this request, so the same request cannot succeed",
  invalid_client: "your side does not accept the credentials of this channel",
  unauthorized_client: "as invalid_client, for the Authorization header",
  access_denied: "your side does not allow this",
  not_found: "nothing on your side has this address",
  temporary: "try again",
  rate_limited: "too many messages",
  internal: "a fault on your side",
  duplicate: "you have it already: counts as delivered",
  silent: "failed, and the text is not for operators",
  typing_not_supported: "answer to typein and typeout",
};
const effectTexts: Readonly<Record<Exclude<ErrorCodeEffect, "shown">, readonly [shown: string, more: string]>> = {
  final: ["yes", "no"],
  hidden_until_end: ["after the last attempt", "yes"],
  delivered: ["no", "no"],
  hidden: ['only "Not delivered"', "no"],
};
function createEndpointRows(): ErrorTable["rows"] {
  const codes = Object.keys(errorCodeEffects) as (keyof typeof errorCodeEffects)[];
  const rows = codes.map((code): [string, Row] => {
    const [shown, more] = effectTexts[errorCodeEffects[code]];
    return [code, [shown, endpointCodes[code], more]];
  });
  return Object.fromEntries([...rows, ["400 – 499", ["yes", "a number as code is read as an HTTP status; not 408, 425 and 429", "no"]]]);
}

export const errorTables: Readonly<Record<string, ErrorTable>> = {
  "errors channel": { head: ["error.code", "HTTP", "Cause", "What to do"], rows: addHttpStatus(channelCodes) },
  "errors api": { head: ["error.code", "HTTP", "Cause", "What to do"], rows: addHttpStatus(apiCodes) },
  "errors endpoint": { head: ["error.code of yours", "Shown to the operator", "Meaning", "More attempts"], rows: createEndpointRows() },
  "errors bot": { head: ["error.code", "HTTP", "Cause", "What to do"], rows: addBotStatus(botCodes, statusByCode) },
  "errors bot warnings": { head: ["warnings[].code", "The customer gets", "Cause", "What to do"], rows: botWarnings },
  "errors bot reasons": { head: ["error.reason", "HTTP", "Cause", "What to do"], rows: addBotStatus(botReasons, statusByReason) },
  outcomes: {
    head: ["Outcome in the ledger", "What your endpoint saw", "Cause", "What to do"],
    rows: {
      delivered: ["a request", "accepted", "nothing"],
      refused: [
        "a request",
        "you answered with an error or another `result`",
        "the operator sees your text, unless its code hides it; correct what it says",
      ],
      bad_reply: [
        "a request",
        "no HTTP; of a channel also a web page, `result` or `error` twice, or a body that cannot be decoded",
        "answer with the documented JSON",
      ],
      http_error: ["a request", "a status other than 2xx; redirects are not followed", "serve the address that was entered"],
      timeout: [
        "perhaps a request",
        "no whole answer in time (3 s for channels and bots, 10 s for a telephony server, 15 s for webhooks)",
        "answer first, work afterwards",
      ],
      dns_failed: [
        "nothing",
        "the name does not resolve, or it resolves to an address that is not allowed (CORE-123)",
        "correct the address, or ask the owner of the installation",
      ],
      connect_failed: [
        "nothing",
        "nobody listens there, or the connection was cut before the answer was complete; the note of the attempt says which",
        "start the endpoint, open the firewall",
      ],
      tls_failed: ["nothing", "the certificate is not valid for the name", "renew it; self-signed ones are not accepted"],
      private_address: [
        "nothing",
        "the address is a private one (CORE-123)",
        "the instance owner lists it under Settings → Allowed addresses",
      ],
      reply_too_large: [
        "a request",
        "an answer over 256 KiB; of bots and webhooks the status alone counts then",
        "answer with the documented JSON only",
      ],
      token_failed: [
        "nothing",
        "the access token could not be fetched (BOT-031, BOT-033)",
        "check token URL, client id and secret of the connection",
      ],
      interrupted: ["perhaps a request", "Parlour ended meanwhile; it is sent again with the same ids", "take a repeat for done"],
      channel_deleted: ["nothing", "the channel was deleted", "nothing"],
      handed_over: ["nothing", "the chat went to operators before the bot was asked", "nothing"],
      endpoint_off: [
        "nothing",
        "the endpoint is switched off: by hand, by your 410, or after 120 h without success (WH-062)",
        "switch it on, then replay what was given up",
      ],
      withdrawn: [
        "nothing",
        "a notice, a mail or a request for a call that nobody needed any more, or what was erased before it arrived",
        "nothing",
      ],
    } satisfies Readonly<Record<Outcome, Row>>,
  },
};

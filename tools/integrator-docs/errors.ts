import type {
  BotErrorCode,
  BotErrorReason,
  BotWarningCode,
} from "../../packages/protocol/src/bot/index.ts";
import type { ChannelErrorCode } from "../../packages/protocol/src/channel/index.ts";
import type { Outcome } from "../../packages/protocol/src/entity/index.ts";
import type { FailureCode } from "../../packages/server/src/core/failure.ts";
import { statusByReason, statusByCode } from "../../packages/server/src/edges/bot/responses.ts";
import {
  errorCodeEffects,
  type ErrorCodeEffect,
} from "../../packages/server/src/edges/channel/retry-policy.ts";
import { statusByFailure } from "../../packages/server/src/http/errors.ts";
import type { edgeFailureCodes } from "../../packages/server/src/openapi/service-errors.ts";

/** Table of the errors of an interface: code, status, cause and fix. */
export interface ErrorTable {
  readonly head: readonly [string, string, string, string];
  /** code → [status or recipient, cause, what to do]. */
  readonly rows: Readonly<Record<string, Row>>;
}
type Row = readonly [string, string, string];
/** Cause and fix of a code. The status comes from the server's code. */
type CauseAndFix = readonly [cause: string, fix: string];

const retryLaterText =
  "wait for the number of seconds in `Retry-After`, then send the same bytes again with the same `Idempotency-Key`";
const resendText =
  "send the same bytes again with the same `Idempotency-Key`, and report `X-Request-Id`";

// Each table is typed by its closed list of codes, so that a missing or an unknown code does not
// compile.

const channelCodes: Readonly<Record<ChannelErrorCode, CauseAndFix>> = {
  invalid_json: [
    "the body is empty, not UTF-8, not a JSON object, has a duplicate key, or more than 32 levels (CH-033)",
    "send one JSON object in UTF-8",
  ],
  invalid_request: [
    "`sender` or `message` is missing, `message.type` is not a string, a size is negative, or the `Idempotency-Key` has an invalid format (CH-039)",
    "correct the field that `message` names",
  ],
  sender_id_required: [
    "`sender.id` is missing, null or only spaces (CH-040)",
    "send your id of the customer; Parlour stored nothing",
  ],
  invalid_sender_id: [
    "`sender.id` is a fraction, boolean, array or object, or has over 255 characters (CH-041)",
    "send a string or a whole number",
  ],
  text_required: ["a text message has no text", "do not send empty messages"],
  unsupported_type: [
    "`message.type` is not a documented type (CH-055)",
    "send a documented type in lower case",
  ],
  file_required: ["a file message has no `file` (CH-062)", "send the address of the file"],
  invalid_file_url: [
    "`file` is not an http(s) address, or has over 2048 characters",
    "send an absolute address that the operators can open",
  ],
  invalid_location: [
    "`latitude` or `longitude` is missing or out of range (CH-064)",
    "send both as numbers",
  ],
  channel_disabled: [
    "the channel is switched off, or the account is suspended (CH-110)",
    "ask an administrator; hide your chat while the status is 0",
  ],
  not_found: [
    "the public id or the random string is wrong, or the channel is deleted. All these cases have the same response on purpose (CH-020)",
    'copy the inbound URL again; after "Rotate" the old one works for 24 h',
  ],
  method_not_allowed: [
    "the method is not POST (for the status: GET or HEAD)",
    "use a method listed in the header `Allow`",
  ],
  payload_too_large: [
    "the body is over 256 KiB (CH-034)",
    "send the address of a file instead of the file",
  ],
  unsupported_media_type: [
    "the Content-Type is not JSON, plain text or a form, or the body has a Content-Encoding (CH-032)",
    "send `application/json` without compression",
  ],
  idempotency_conflict: [
    "the `Idempotency-Key` was used with another body (CH-058)",
    "use a new key for every message",
  ],
  rate_limited: [
    "the channel or customer sent too many messages, or too many requests had wrong addresses (CH-035, CH-112)",
    retryLaterText,
  ],
  internal_error: ["an internal error of Parlour; the outcome is unknown", resendText],
  temporarily_unavailable: [
    "the storage is down or Parlour is shutting down; the outcome may be unknown (CH-037)",
    retryLaterText,
  ],
};

type NonApiCode = (typeof edgeFailureCodes)[number];
const apiCodes: Readonly<Record<Exclude<FailureCode, NonApiCode> | "internal_error", CauseAndFix>> =
  {
    invalid_json: [
      "the body is not UTF-8, not JSON, or has a duplicate key (CORE-127)",
      "send one JSON object in UTF-8",
    ],
    invalid_request: [
      "a field is missing, unknown or out of range; `field` names it (API-002)",
      "compare the field with `<PUBLIC_URL>/api/v1/openapi.json`",
    ],
    private_address: [
      "an address is in a private network (CORE-245)",
      "the owner of the installation adds it under **Settings → Allowed addresses**",
    ],
    invalid_credentials: [
      "the email, password, second factor or passkey is wrong",
      "try again; each failed attempt increases the wait before the next one (API-010)",
    ],
    invalid_token: [
      "the link for set-up, an invitation or a new password has been used or has expired",
      "ask for a new link",
    ],
    unauthorized: [
      "the request has no API key and no session, or the session or key has expired (API-003)",
      "send `Authorization: Bearer <api key>`, or sign in again",
    ],
    forbidden: [
      "the role or the scopes of the key do not allow the request, the account is suspended, or the request comes from another site",
      "see `docs/operate/rights.md`; ask an administrator for the role or the scope",
    ],
    confirmation_needed: [
      "the request changes secrets or roles, and the last proof of identity is older than 15 minutes (CORE-014)",
      "prove your identity again with `POST /me/confirm` (API-016)",
    ],
    second_factor_needed: [
      "the account requires a second factor, and this operator has none (CORE-013)",
      "set up a second factor in the profile",
    ],
    channel_disabled: [
      "the channel is switched off or deleted, or the account is suspended (CH-110)",
      "switch the channel on; internal notes are still accepted",
    ],
    not_found: [
      "the object does not exist in this account, or you may not see it. Both cases have the same response on purpose (API-002)",
      "check the id, or read the list again",
    ],
    method_not_allowed: [
      "the address does not support this method",
      "use a method listed in the header `Allow`",
    ],
    already_accepted: [
      "another operator accepted the chat first; `by` names this operator (API-024)",
      "join the chat instead",
    ],
    at_limit: [
      "the operator or the account has reached a limit; `message` names it",
      "close or remove something first",
    ],
    already_set_up: ["the installation already has an owner (API-007)", "sign in"],
    already_running: ["the visitor has an open chat; `chat_id` names it", "write in that chat"],
    chat_closed: ["the chat is closed", "continue it with `POST /chats/{id}/continue`"],
    reply_window_closed: [
      "the visitor wrote too long ago, so the channel accepts only templates (CON-050)",
      "send a template, or wait until the visitor writes",
    ],
    no_crm_card: [
      "no webhook has named a CRM card for the chat (WH-045)",
      "wait for the response to the webhook",
    ],
    no_rating: [
      "the chat cannot be rated: its channel has no ratings, the chat already has a rating, or it ended more than a day ago",
      "none",
    ],
    call_running: [
      "the visitor has an active call; `chat_id` names its chat",
      "end that call first",
    ],
    not_closed: ["the chat is still open; `chat_id` names it", "reply in that chat"],
    not_open: [
      "no operator has accepted the chat yet, or the invitation has already been answered",
      "accept the chat first",
    ],
    not_available: [
      "a required part is switched off, not set up or deleted; `message` names it",
      "set it up, or ask an administrator",
    ],
    no_transfer: ["the chat has no open transfer to you", "read the chat again"],
    transfer_open: [
      "the chat has an open transfer; `by` names the operator who started it",
      "wait until the transfer ends",
    ],
    visitor_blocked: ["the visitor is on the block list (CORE-071)", "remove the block first"],
    name_taken: [
      "another object has this name, email, token or value; `field` names it",
      "choose another value",
    ],
    address_taken: [
      "Another channel of the installation has this address (CON-066)",
      "Use another address, or delete the other channel",
    ],
    in_use: [
      "other objects depend on this object; `message` contains their number",
      "remove those objects first",
    ],
    not_deliverable: [
      "the delivery did not fail, its final failure was more than 30 days ago, or its endpoint is off or deleted",
      "switch the endpoint on, then replay the delivery",
    ],
    already_sent: [
      "an attempt to send the message has started (API-470, API-471)",
      "do not send the request again",
    ],
    managed_by_file: [
      "the provisioning file manages the object (API-291)",
      "change the object in the file",
    ],
    last_owner: ["the account would have no owner", "appoint another owner first"],
    payload_too_large: [
      "the body or the file is larger than allowed (CFG-030)",
      "send a smaller body or file",
    ],
    unsupported_media_type: [
      "the body is not JSON, an upload is not `multipart/form-data`, or the file type is not allowed (CORE-060)",
      "send `application/json`, or a file of another type",
    ],
    idempotency_conflict: [
      "the `Idempotency-Key` was used with another request (API-005)",
      "use a new key for every request",
    ],
    cursor_gone: [
      "the cursor belongs to an earlier numbering, or to a position without events (API-388)",
      "read your data again, and continue with the cursor in `start`",
    ],
    rate_limited: [
      "there were too many requests or failed attempts",
      "wait for the number of seconds in `Retry-After`",
    ],
    internal_error: ["an internal error of Parlour; the outcome is unknown", resendText],
    temporarily_unavailable: [
      "the storage is down or Parlour is shutting down; the outcome may be unknown",
      retryLaterText,
    ],
  };

/** Adds the status that the server returns (`http/errors.ts`). */
function addHttpStatus(codes: Readonly<Record<string, CauseAndFix>>): ErrorTable["rows"] {
  const statusOf: Readonly<Record<string, number>> = { ...statusByFailure, internal_error: 500 };
  return Object.fromEntries(
    Object.entries(codes).map(([code, [cause, fix]]) => [
      code,
      [String(statusOf[code]), cause, fix],
    ]),
  );
}

const botCodes: Readonly<Record<BotErrorCode, CauseAndFix>> = {
  invalid_request: [
    "400: a field is missing or has an unsupported value, a key is duplicate, the JSON is invalid, or there are more than three buttons. 405: the event does not exist, or only Parlour sends it. 413: the body is over 256 KiB. 415: the Content-Type is not JSON",
    "correct the event; `reason` gives details. The customer saw nothing of it",
  ],
  invalid_client: [
    "the provider id or the token is unknown",
    "copy the address from the bot's page again",
  ],
  unauthorized_client: [
    "`Authorization` is missing, wrong or expired, or the path belongs to the other mode (BOT-035, BOT-036)",
    "without authorization, post to `/webhooks/…`. With authorization, post to `/providers/…` with the current access token",
  ],
  access_denied: [
    "the connection is switched off, or the provider or account is suspended",
    "ask an administrator",
  ],
  not_found: [
    "the address has an invalid format, for example no token",
    "post to `{bot_base_url}/webhooks/<provider_id>/<token>`",
  ],
  too_many_requests: [
    "the connection or the chat had too many requests, or too many tokens were wrong (BOT-084)",
    "wait for the number of seconds in `Retry-After`",
  ],
  server_error: [
    "an internal error of Parlour",
    "send the same bytes again within 30 s. With an `Idempotency-Key` you can do this at any time",
  ],
  server_overloaded: ["Parlour is overloaded", "send the same bytes again later"],
  temporarily_unavailable: ["the storage is down or Parlour is shutting down", retryLaterText],
  gateway_timeout: [
    "Parlour did not process the event within 2.9 s; the outcome may be unknown",
    retryLaterText,
  ],
};
const botReasons: Readonly<Record<BotErrorReason, CauseAndFix>> = {
  chat_not_found: [
    "the chat does not exist, or belongs to another connection (BOT-083)",
    "send the `chat_id` of a CLIENT_MESSAGE",
  ],
  chat_handed_over: ["an operator has taken this chat (BOT-073)", "send nothing more to this chat"],
  chat_closed: [
    "the chat is closed",
    "wait for the next message from the customer. It opens a new chat",
  ],
  unsupported_event: [
    "the event does not exist, or only Parlour sends it",
    "send BOT_MESSAGE or INVITE_AGENT",
  ],
};
/** Text for the customer, cause and fix (BOT-107). */
const botWarnings: Readonly<Record<BotWarningCode, Row>> = {
  text_cut: [
    "the first 4000 characters",
    "the text is longer than 4000 characters (BOT-044)",
    "send several messages",
  ],
  channel_text_cut: [
    "the first 1000 characters",
    "a chat channel shows at most 1000 characters (CH-074)",
    "send several messages",
  ],
  button_text_cut: [
    "the first 80 characters of a label",
    "the label of a button is longer (BOT-042)",
    "shorten the label",
  ],
  text_only: [
    "`text`",
    "a chat channel shows no buttons and no formatting (BOT-060)",
    "nothing, if `text` contains everything",
  ],
  text_built: [
    "a text built by Parlour",
    "a chat channel shows plain text, and the message has no `text` (BOT-107)",
    "send your own `text`",
  ],
  not_shown: [
    "nothing",
    "the channel of the customer is switched off (CH-110)",
    "ask an administrator; operators see the message",
  ],
  client_id_ignored: [
    "the message",
    "`client_id` does not belong to the chat (BOT-025)",
    "send `client_id` and `chat_id` as you received them",
  ],
  timestamp_unreadable: [
    "the message",
    "`message.timestamp` is not a time (BOT-026)",
    "send unix seconds",
  ],
  not_utf8: [
    "the message",
    "the body was not UTF-8 and was read as ISO-8859-1 (BOT-013)",
    "send UTF-8",
  ],
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
  user_blocked: "the same, as some services call it",
  recipient_unsubscribed: "the customer left",
  message_rejected: "you reject this message",
  unsupported_type: "you cannot show this type",
  file_too_large: "the file is too large for you",
  session_expired: "the reply window has ended",
  invalid_request: "you cannot process this request, and a repeat cannot succeed",
  invalid_client: "you do not accept the credentials of this channel",
  unauthorized_client: "you do not accept the Authorization header",
  access_denied: "you do not allow this message",
  not_found: "the address does not exist on your server",
  temporary: "a transient problem",
  rate_limited: "you received too many messages",
  internal: "your server failed",
  duplicate: "you already have this message; with 2xx it counts as delivered",
  silent: "the message failed, and operators must not see the text",
  typing_not_supported: "you do not show typein and typeout",
};
const effectTexts: Readonly<
  Record<Exclude<ErrorCodeEffect, "shown">, readonly [shown: string, more: string]>
> = {
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
  return Object.fromEntries([
    ...rows,
    [
      "400 – 499",
      ["yes", "Parlour treats a number as an HTTP status. It retries 408, 425 and 429", "no"],
    ],
  ]);
}

export const errorTables: Readonly<Record<string, ErrorTable>> = {
  "errors channel": {
    head: ["error.code", "HTTP", "Cause", "Fix"],
    rows: addHttpStatus(channelCodes),
  },
  "errors api": {
    head: ["error.code", "HTTP", "Cause", "Fix"],
    rows: addHttpStatus(apiCodes),
  },
  "errors endpoint": {
    head: ["Your error.code", "Shown to the operator", "Meaning", "Retried"],
    rows: createEndpointRows(),
  },
  "errors bot": {
    head: ["error.code", "HTTP", "Cause", "Fix"],
    rows: addBotStatus(botCodes, statusByCode),
  },
  "errors bot warnings": {
    head: ["warnings[].code", "The customer receives", "Cause", "Fix"],
    rows: botWarnings,
  },
  "errors bot reasons": {
    head: ["error.reason", "HTTP", "Cause", "Fix"],
    rows: addBotStatus(botReasons, statusByReason),
  },
  outcomes: {
    head: ["Outcome", "Your endpoint received", "Cause", "Fix"],
    rows: {
      delivered: ["a request", "you accepted it", "none"],
      refused: [
        "a request",
        "you returned an error or another `result`",
        "correct the cause described in your text. The operator sees the text unless its code hides it",
      ],
      bad_reply: [
        "a request",
        "the response is not HTTP. For a channel also: a web page, a duplicate `result` or `error`, or a body that cannot be decoded",
        "return the documented JSON",
      ],
      http_error: [
        "a request",
        "you returned a status other than 2xx; Parlour does not follow redirects",
        "serve the address as it was entered",
      ],
      timeout: [
        "perhaps a request",
        "no complete response in time (3 s for channels and bots, 10 s for a telephony server, 15 s for webhooks)",
        "respond first, and do the work afterwards",
      ],
      dns_failed: [
        "nothing",
        "the name cannot be resolved, or it resolves to an address that is not allowed (CORE-248)",
        "correct the address, or ask the owner of the installation to allow it",
      ],
      connect_failed: [
        "nothing",
        "no server listens there, or the connection closed before the response was complete; the note of the attempt names the case",
        "start the endpoint, open the firewall",
      ],
      tls_failed: [
        "nothing",
        "the certificate is not valid for the name",
        "renew the certificate; self-signed certificates are not accepted",
      ],
      private_address: [
        "nothing",
        "the address is in a private network (CORE-245)",
        "the owner of the installation adds it under **Settings → Allowed addresses**",
      ],
      reply_too_large: [
        "a request",
        "the response is over 256 KiB; for bots and webhooks only its status counts",
        "return only the documented JSON",
      ],
      token_failed: [
        "nothing",
        "Parlour could not fetch the access token (BOT-031, BOT-033)",
        "check token URL, client id and client secret of the connection",
      ],
      interrupted: [
        "perhaps a request",
        "Parlour stopped during the attempt and sends the request again with the same ids",
        "return the same response as before",
      ],
      channel_deleted: ["nothing", "the channel was deleted", "none"],
      handed_over: [
        "nothing",
        "the chat went to operators before Parlour sent the message to the bot",
        "none",
      ],
      endpoint_off: [
        "nothing",
        "the endpoint was switched off: by an administrator, by your 410, or after 120 h without success (WH-062)",
        "switch the endpoint on, then replay the deliveries",
      ],
      withdrawn: [
        "nothing",
        "the notice, mail or call request was no longer needed, or its data was erased before the delivery",
        "none",
      ],
    } satisfies Readonly<Record<Outcome, Row>>,
  },
};

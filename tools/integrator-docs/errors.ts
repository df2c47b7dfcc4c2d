import { botErrorCodes, botErrorReasons } from "../../packages/protocol/src/bot.ts";
import { outcomes } from "../../packages/protocol/src/entity.ts";

/** Everything that can go wrong at an interface: code, when, cause and fix. `known`: the codes that the table must hold, from the code. */
export interface ErrorTable {
  readonly head: readonly [string, string, string, string];
  readonly known: readonly string[];
  /** code → [status or who is told, cause, what to do]. */
  readonly rows: Readonly<Record<string, readonly [string, string, string]>>;
}
const later = "wait as long as `Retry-After` says, then send the same bytes again with the same `Idempotency-Key`";

export const errorTables: Readonly<Record<string, ErrorTable>> = {
  "errors channel": {
    head: ["error.code", "HTTP", "Cause", "What to do"],
    known: [
      "invalid_json",
      "sender_id_required",
      "invalid_sender_id",
      "text_required",
      "unsupported_type",
      "file_required",
      "invalid_file_url",
      "invalid_location",
    ],
    rows: {
      invalid_json: [
        "400",
        "not UTF-8, not JSON, a key twice, nested deeper than 32, empty, or no object (CH-033)",
        "send one JSON object in UTF-8",
      ],
      invalid_request: [
        "400",
        "`sender` or `message` missing, `message.type` no string, a negative size, a bad `Idempotency-Key` (CH-039)",
        "compare with the fields of channel.md; `message` names the field",
      ],
      sender_id_required: ["400", "`sender.id` missing, null or blank (CH-040)", "send your id of the customer; nothing was stored"],
      invalid_sender_id: ["400", "a fraction, boolean, array, object, or over 255 characters (CH-041)", "send a string or a whole number"],
      text_required: ["400", "a text message without text", "do not send empty messages"],
      unsupported_type: ["400", "`message.type` is none of the documented ones (CH-055)", "send the documented types, in small letters"],
      file_required: ["400", "a file type without `file` (CH-062)", "send the address of the file"],
      invalid_file_url: [
        "400",
        "`file` is no http(s) address, or longer than 2048 characters",
        "send an absolute address that Parlour's operators can open",
      ],
      invalid_location: ["400", "`latitude` or `longitude` missing or out of range (CH-064)", "send both as numbers"],
      channel_disabled: [
        "403",
        "the channel is switched off, or the account suspended (CH-110)",
        "ask an administrator; hide the chat while the status is 0",
      ],
      not_found: [
        "404",
        "wrong public id or random string, or a deleted channel: all alike on purpose (CH-020)",
        'copy the inbound URL again; after "Rotate" the old one works 24 h',
      ],
      method_not_allowed: ["405", "another method than POST (GET and HEAD for the status)", "see the header `Allow`"],
      payload_too_large: ["413", "a body over 256 KiB (CH-034)", "send the address of a file instead of the file"],
      unsupported_media_type: [
        "415",
        "a Content-Type that is none of JSON, plain text and a form, or a Content-Encoding (CH-032)",
        "send `application/json`, not compressed",
      ],
      idempotency_conflict: ["422", "the same `Idempotency-Key` with another body (CH-058)", "use a new key for every message"],
      rate_limited: ["429", "too many messages of the channel or customer, or too many wrong addresses (CH-035, CH-112)", later],
      internal_error: [
        "500",
        "a fault of Parlour; the outcome is unknown",
        "send the same again with the same key, and report `X-Request-Id`",
      ],
      temporarily_unavailable: ["503", "storage is down or Parlour is shutting down; the outcome may be unknown (CH-037)", later],
    },
  },
  "errors endpoint": {
    head: ["error.code of yours", "Shown to the operator", "Meaning", "More attempts"],
    known: [],
    rows: {
      recipient_not_found: ["yes", "you do not know this customer", "no"],
      recipient_blocked: ["yes", "the customer blocked you", "no"],
      recipient_unsubscribed: ["yes", "the customer left", "no"],
      message_rejected: ["yes", "your side refuses this message", "no"],
      unsupported_type: ["yes", "you cannot show this type", "no"],
      file_too_large: ["yes", "the file is too large for your side", "no"],
      session_expired: ["yes", "the time to answer is over", "no"],
      temporary: ["after the last attempt", "try again", "yes"],
      rate_limited: ["after the last attempt", "too many messages", "yes"],
      internal: ["after the last attempt", "a fault on your side", "yes"],
      duplicate: ["no", "you have it already: counts as delivered", "no"],
      silent: ['only "Not delivered"', "failed, and the text is not for operators", "no"],
      typing_not_supported: ['only "Not delivered"', "answer to typein and typeout", "no"],
    },
  },
  "errors bot": {
    head: ["error.code", "HTTP", "Cause", "What to do"],
    known: botErrorCodes,
    rows: {
      invalid_request: [
        "400, 405, 413, 415",
        "a field missing or of an unsupported value, a key twice, bad JSON, more than three buttons; 405: an event that does not exist or goes the other way; 413: over 256 KiB; 415: another Content-Type than JSON; `reason` says more",
        "compare with bot.md; nothing was shown to the customer",
      ],
      invalid_client: ["401", "unknown provider id or token", "copy the address of the bot connection again"],
      unauthorized_client: [
        "401",
        "`Authorization` missing, wrong or expired, or the path of the other mode (BOT-035, BOT-036)",
        "without authorization post to `/webhooks/…`, with it to `/providers/…` with the current access token",
      ],
      access_denied: ["403", "the connection is switched off, or the provider or account suspended", "ask an administrator"],
      not_found: [
        "404",
        "the address is not formed as documented, for example without token",
        "post to `{bot_base_url}/webhooks/<provider_id>/<token>`",
      ],
      too_many_requests: [
        "429",
        "too many requests of the connection or in the chat, or too many wrong tokens (BOT-084)",
        "wait as long as `Retry-After` says",
      ],
      server_error: ["500", "a fault of Parlour", "send the same bytes again within 30 s, or with an `Idempotency-Key` at any time"],
      server_overloaded: ["502", "overload protection", "send again later"],
      temporarily_unavailable: ["503", "storage is down or Parlour is shutting down", later],
      gateway_timeout: ["504", "not processed within 2.9 s; the outcome may be unknown", later],
    },
  },
  "errors bot reasons": {
    head: ["error.reason", "HTTP", "Cause", "What to do"],
    known: botErrorReasons,
    rows: {
      chat_not_found: [
        "400",
        "the chat does not exist, or is not of this connection (BOT-083)",
        "send back the `chat_id` of a CLIENT_MESSAGE",
      ],
      chat_handed_over: ["400", "an operator answers this chat now (BOT-073)", "be silent in this chat"],
      chat_closed: ["400", "the chat is over", "the customer's next message opens a new one"],
      unsupported_event: ["405", "an event that goes to the provider only, or does not exist", "send BOT_MESSAGE or INVITE_AGENT"],
    },
  },
  outcomes: {
    head: ["Outcome in the ledger", "What your endpoint saw", "Cause", "What to do"],
    known: outcomes,
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
      dns_failed: ["nothing", "the name cannot be found", "correct the address"],
      connect_failed: ["nothing", "nobody listens there, or the connection was cut", "start the endpoint, open the firewall"],
      tls_failed: ["nothing", "the certificate is not valid for the name", "renew it; self-signed ones are not accepted"],
      private_address: [
        "nothing",
        "the address is a private one (CORE-123)",
        "the instance owner lists it under Settings → Outgoing addresses",
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
      withdrawn: ["nothing", "a notice, a mail or a request for a call that nobody needed any more", "nothing"],
    },
  },
};

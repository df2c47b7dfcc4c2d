import type { RateName } from "../../limits/index.ts";
import type { MailEvent } from "../plan.ts";

/** Emails that are sent at once, without a delivery of their own in the delivery log. */
type ImmediateMail = "invite" | "reset" | "forgot" | "test" | "code" | "address_code";
/**
 * Emails of mail channels. `bot_answer`: only bots wrote what the email contains. `new_email`: the
 * recipient did not write in the conversation yet. `broadcast`: it goes to a segment (BC-013).
 */
type ChannelMail = "channel_answer" | "new_email" | "broadcast" | "bot_answer" | "channel_test";
/** All kinds of emails that an installation sends. */
export type MailKind = MailEvent | ImmediateMail | ChannelMail;

/** Limits of a kind. `taken`: where they are counted. */
interface MailLimits {
  readonly perRecipient: readonly RateName[];
  readonly perAccount: RateName | null;
  /** `request`: the part that accepts the request counts, so that it can answer. */
  readonly taken: "request" | "sending";
}
/** Rules of a kind of email (CORE-302). */
export type MailRule =
  /** The account or one of its operators chose the recipient, or the email goes to the operator. */
  | { readonly chosenBy: "account" | "operator" }
  /** A visitor gave the address, and an operator decides by hand to write to it. */
  | { readonly chosenBy: "visitor"; readonly permit: "operator"; readonly hasStopLink: boolean }
  /** An operator chose the recipient, who did not write before. */
  | {
      readonly chosenBy: "operator";
      readonly permit: "operator";
      readonly limits: MailLimits;
      readonly hasStopLink: true;
    }
  /** A visitor gave the address, and nobody decides. Without limits, this does not compile. */
  | {
      readonly chosenBy: "visitor";
      readonly permit: "verified_sender" | "proved_address";
      readonly limits: MailLimits;
      readonly hasStopLink: true;
    }
  /** Anybody can enter the address. The email goes to a stored one, or contains only a code. */
  | {
      readonly chosenBy: "anybody";
      readonly permit: "stored_address" | "code";
      readonly limits: MailLimits;
    };

const visitorLimits = (recipient: RateName): MailLimits => ({
  perRecipient: [recipient],
  perAccount: "account_visitor_mail",
  taken: "request",
});

/** The rules of all kinds of emails. A kind without a row does not compile. */
export const mailRules: Readonly<Record<MailKind, MailRule>> = {
  chat_waiting: { chosenBy: "account" },
  operator_assigned: { chosenBy: "account" },
  chat_notice: { chosenBy: "account" },
  offline_message: { chosenBy: "account" },
  endpoint_failing: { chosenBy: "account" },
  endpoint_off: { chosenBy: "account" },
  address_opened: { chosenBy: "account" },
  rule_off: { chosenBy: "account" },
  agent_stopped: { chosenBy: "account" },
  scheduled_report: { chosenBy: "account" },
  channel_test: { chosenBy: "account" },
  invite: { chosenBy: "operator" },
  reset: { chosenBy: "operator" },
  test: { chosenBy: "operator" },
  forgot: {
    chosenBy: "anybody",
    permit: "stored_address",
    limits: { perRecipient: ["reset_mail"], perAccount: null, taken: "request" },
  },
  address_code: { chosenBy: "anybody", permit: "code", limits: visitorLimits("visitor_code") },
  offline_answer: { chosenBy: "visitor", permit: "operator", hasStopLink: true },
  chat_answer: { chosenBy: "visitor", permit: "operator", hasStopLink: true },
  channel_answer: { chosenBy: "visitor", permit: "operator", hasStopLink: false },
  new_email: {
    chosenBy: "operator",
    permit: "operator",
    limits: { perRecipient: [], perAccount: "new_emails", taken: "request" },
    hasStopLink: true,
  },
  transcript: {
    chosenBy: "visitor",
    permit: "proved_address",
    limits: visitorLimits("visitor_mail"),
    hasStopLink: true,
  },
  broadcast: {
    chosenBy: "operator",
    permit: "operator",
    limits: { perRecipient: [], perAccount: null, taken: "request" },
    hasStopLink: true,
  },
  code: {
    chosenBy: "visitor",
    permit: "proved_address",
    limits: visitorLimits("visitor_code"),
    hasStopLink: true,
  },
  bot_answer: {
    chosenBy: "visitor",
    permit: "verified_sender",
    limits: {
      perRecipient: ["bot_mail", "bot_mail_day"],
      perAccount: "account_visitor_mail",
      taken: "sending",
    },
    hasStopLink: true,
  },
};

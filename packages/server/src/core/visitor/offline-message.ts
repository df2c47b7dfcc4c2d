import { getCapabilities } from "@parlour/protocol/entity/channel-kinds";
import type { FieldClaims } from "../field-values.ts";
import { findBlockForVisitor } from "../blacklist/match.ts";
import { findSendableChannel } from "../sendable-channel.ts";
import { formatTime } from "../chat/create.ts";
import type { OfflineAnswer, NamedRef } from "../entity.ts";
import type { NewOfflineMessage } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandContext, CommandHandler, Decision } from "../command.ts";
import { validateOfflineForm, type OfflineForm } from "./offline-form.ts";
import { storeChatFields } from "../chat/details/chat-fields.ts";
import { findFieldFailure } from "../field/form-fields.ts";
import { findConsentFailure, withConsent } from "./consent.ts";
import { resolveVisitor } from "./resolve.ts";

export interface CreateOfflineMessage {
  readonly channelId: number;
  /** Key of the visitor, equal to `subject.customer.key`. */
  readonly customer: string;
  readonly form: OfflineForm;
  readonly departmentId?: number | undefined;
  readonly page?: NewOfflineMessage["page"] | undefined;
  readonly session?: NewOfflineMessage["session"];
  /** The token that the page set with `setUserToken`, needed for the block list (WG-046). */
  readonly userToken?: string | undefined;
  /** The consent text that the visitor accepted. */
  readonly consent?: string | undefined;
  /** True for the form of the chat window, which asks for consent. False for a script. */
  readonly isFromForm?: boolean;
  /** Values of the fields of the offline form. Absent if the form has none. */
  readonly fields?: FieldClaims | undefined;
}

/** Id of the message, or null if nothing was stored. */
export interface CreatedOfflineMessage {
  readonly id: number | null;
}

/**
 * Creates an offline message of a visitor, whether or not operators are available (CORE-110,
 * WG-063). Contact data is stored with the visitor (CORE-020). An unknown department is ignored.
 * Nothing is stored for a blocked visitor. Subject: `{customer}`. Failures: `channel_disabled`
 * (also if the widget accepts no offline messages), `invalid_request` with the messages of WG-063.
 */
export function createOfflineMessage(
  input: CreateOfflineMessage,
): CommandHandler<CreatedOfflineMessage> {
  return (context) => {
    const form = validateOfflineForm(input.form);
    if (isFailure(form)) return form;
    const channel = findSendableChannel(context.config, input.channelId);
    if (isFailure(channel)) return channel;
    if (channel.widget?.offline.enabled === false)
      return fail("channel_disabled", "Offline messages are disabled");
    const consentFailure =
      input.isFromForm === true ? findConsentFailure(channel, input.consent) : null;
    if (consentFailure !== null) return consentFailure;
    const fieldFailure = findFieldFailure(context.config, channel, "offline_fields", input.fields);
    if (fieldFailure !== null) return fieldFailure;
    if (isBlocked(context, input, form)) return { events: [], answer: { id: null } };
    const { text, description, ...contacts } = form;
    const details = Object.fromEntries(
      Object.entries({ ...contacts, description }).filter(([, value]) => value !== ""),
    );
    const resolved = resolveVisitor(
      context,
      {
        customer: getCapabilities(channel.kind).chat_window ? null : input.customer,
        ...details,
        fields: input.fields,
      },
      "visitor",
    );
    const stored = storeChatFields(context, resolved, input.fields);
    const events = withConsent(context, stored, input.consent);
    const department =
      input.departmentId === undefined
        ? undefined
        : context.config.departments.get(input.departmentId);
    const offlineMessage: NewOfflineMessage = {
      id: context.ids.message(),
      channel: { id: channel.id, kind: channel.kind, name: channel.name },
      contacts,
      text,
      department: department === undefined ? null : { id: department.id, name: department.name },
      page: input.page ?? null,
      session: input.session ?? null,
      state: "new",
      operator: null,
      created_at: formatTime(context.now),
    };
    return {
      events: [...events, { name: "offline_message_updated", offlineMessage }],
      answer: { id: offlineMessage.id },
    };
  };
}

function isBlocked(
  context: CommandContext,
  input: CreateOfflineMessage,
  { email, phone }: { readonly email: string; readonly phone: string },
): boolean {
  const { session, userToken } = input;
  return (
    findBlockForVisitor(
      context,
      { channelId: input.channelId, key: input.customer },
      {
        email: email || undefined,
        phone: phone || undefined,
        session: session ?? undefined,
        userToken,
      },
    ) !== null
  );
}

/** The stored offline message, read under the guard of its visitor, and the operator. */
interface OfflineMessageAction {
  readonly stored: NewOfflineMessage;
  readonly operatorId: number;
}

/**
 * Marks an offline message as taken by an operator, or as done (CORE-110). Failures: `forbidden`,
 * `already_accepted` with `by`. A repeat changes nothing. Result: the message without its visitor.
 */
export function updateOfflineMessage(
  input: OfflineMessageAction & { readonly to: "taken" | "done" },
): CommandHandler<NewOfflineMessage> {
  return (context) => {
    const actor = authorizeAction(context, input);
    if (isFailure(actor)) return actor;
    const { stored } = input;
    if (stored.state === "done" || (input.to === "taken" && stored.operator?.id === actor.id))
      return { events: [], answer: stored };
    if (input.to === "taken" && stored.operator !== null)
      return fail("already_accepted", `${stored.operator.name} was faster.`, {
        by: stored.operator,
      });
    const offlineMessage: NewOfflineMessage = {
      ...stored,
      state: input.to,
      operator: stored.operator ?? actor,
    };
    return {
      events: [{ name: "offline_message_updated", offlineMessage }],
      answer: offlineMessage,
    };
  };
}

/** Maximum number of answers stored with one offline message. */
const maxOfflineAnswers = 20;

/**
 * Answers an offline message by email (CORE-110, CORE-050). The message is then done. Failures:
 * `forbidden`, `not_available` (email is not set up), `invalid_request` (no address, or no text),
 * `at_limit`. Result: the message without its visitor.
 */
export function answerByMail(
  input: OfflineMessageAction & {
    readonly subject: string;
    readonly text: string;
    readonly quoted: boolean;
  },
): CommandHandler<NewOfflineMessage> {
  return (context) => {
    const actor = authorizeAction(context, input);
    if (isFailure(actor)) return actor;
    const to = input.stored.contacts.email;
    if (context.config.mail === undefined)
      return fail(
        "not_available",
        "Email is not set up for this installation, so nothing can be sent.",
      );
    if (to === "")
      return fail("invalid_request", "The visitor has not given an email address.", {
        field: "text",
      });
    return addAnswer(input, actor, {
      at: formatTime(context.now),
      by: actor,
      via: "mail",
      to,
      subject: input.subject,
      text: input.text,
      quoted: input.quoted,
      delivery_id: context.ids.delivery(),
    });
  };
}

/**
 * Stores that an operator answers an offline message in a chat started for it. The message is then
 * done. A repeat for the same chat changes nothing.
 */
export function answerInChat(
  input: OfflineMessageAction & { readonly chatId: number },
): CommandHandler<NewOfflineMessage> {
  return (context) => {
    const actor = authorizeAction(context, input);
    if (isFailure(actor)) return actor;
    if (input.stored.answers?.some((earlier) => earlier.chat_id === input.chatId) === true)
      return { events: [], answer: input.stored };
    return addAnswer(input, actor, {
      at: formatTime(context.now),
      by: actor,
      via: "chat",
      chat_id: input.chatId,
    });
  };
}

function addAnswer(
  { stored }: OfflineMessageAction,
  actor: NamedRef,
  answer: OfflineAnswer,
): Decision<NewOfflineMessage> | Failure {
  const before = stored.answers ?? [];
  if (before.length >= maxOfflineAnswers)
    return fail(
      "at_limit",
      `This message was answered ${maxOfflineAnswers} times. Continue in a chat.`,
      { limit: "offline_answers" },
    );
  const offlineMessage: NewOfflineMessage = {
    ...stored,
    state: "done",
    operator: stored.operator ?? actor,
    answers: [...before, answer],
  };
  return {
    events: [
      {
        name: "offline_message_updated",
        offlineMessage,
        mailed: answer.via === "mail" ? true : undefined,
      },
    ],
    answer: offlineMessage,
  };
}

function authorizeAction(context: CommandContext, input: OfflineMessageAction): NamedRef | Failure {
  if (context.visitor === null) return fail("not_found", "There is no such message.");
  return authorizeOperator(context, input.operatorId);
}

import { blocks } from "../blacklist/match.ts";
import { sendableChannel } from "../channel/sendable.ts";
import { timeText } from "../chat/draft.ts";
import type { OfflineAnswer, NamedRef } from "../entity.ts";
import type { OfflineMessageDraft } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { readOfflineForm, type OfflineForm } from "./offline-form.ts";
import { consented, missesConsent } from "./consent.ts";
import { recognise } from "./recognise.ts";

export interface LeaveOfflineMessage {
  readonly channelId: number;
  /** Equals `subject.customer.key`. */
  readonly customer: string;
  readonly form: OfflineForm;
  readonly departmentId?: number;
  readonly page?: OfflineMessageDraft["page"];
  readonly session?: OfflineMessageDraft["session"];
  /** The visitor's `setUserToken`, for the block list (WG-046). */
  readonly userToken?: string;
  /** The accepted consent text. */
  readonly consent?: string;
  /**
   * True for the form of the chat window, which asks for consent; otherwise a script of the page
   * sends it.
   */
  readonly byForm?: boolean;
}

/**
 * Creates an offline message of a visitor, whether or not operators are available (CORE-110,
 * WG-063). Contact data is stored with the visitor (CORE-020); an unknown department is ignored.
 * Nothing is stored for a blocked visitor. Subject: `{customer}`. Failures: `channel_disabled`
 * (also if the widget accepts none), `invalid_request` with the messages of WG-063. Answers
 * `{"id":message}`; null: nothing was stored.
 */
export function leaveOfflineMessage(input: LeaveOfflineMessage): Verb {
  return (scene) => {
    const form = readOfflineForm(input.form);
    if (isFailure(form)) return form;
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    if (channel.widget?.offline.enabled === false) return fail("channel_disabled", "Offline messages are disabled");
    const unagreed = input.byForm === true ? missesConsent(channel, input.consent) : null;
    if (unagreed !== null) return unagreed;
    if (isBlocked(scene, input, form)) return { events: [], answer: JSON.stringify({ id: null }) };
    const { text, description, ...contacts } = form;
    const said = Object.fromEntries(Object.entries({ ...contacts, description }).filter(([, value]) => value !== ""));
    const known = recognise(scene, { customer: channel.kind === "widget" ? null : input.customer, ...said }, "visitor");
    const events = input.consent === undefined ? known.events : [consented(scene, known.visitor, input.consent)];
    const department = input.departmentId === undefined ? undefined : scene.config.departments.get(input.departmentId);
    const offlineMessage: OfflineMessageDraft = {
      id: scene.ids.message(),
      channel: { id: channel.id, kind: channel.kind, name: channel.name },
      contacts,
      text,
      department: department === undefined ? null : { id: department.id, name: department.name },
      page: input.page ?? null,
      session: input.session ?? null,
      state: "new",
      operator: null,
      created_at: timeText(scene.now),
    };
    return { events: [...events, { name: "offline_message_updated", offlineMessage }], answer: JSON.stringify({ id: offlineMessage.id }) };
  };
}

function isBlocked(
  scene: Scene,
  input: LeaveOfflineMessage,
  { email, phone }: { readonly email: string; readonly phone: string },
): boolean {
  const { session, userToken } = input;
  return (
    blocks(
      scene,
      { channelId: input.channelId, key: input.customer },
      {
        ...(email === "" ? {} : { email }),
        ...(phone === "" ? {} : { phone }),
        ...(session === undefined || session === null ? {} : { session }),
        ...(userToken === undefined ? {} : { userToken }),
      },
    ) !== null
  );
}

/**
 * The stored offline message and the acting operator. `stored` was read under the same guard as the
 * visitor.
 */
interface Handling {
  readonly stored: OfflineMessageDraft;
  readonly operatorId: number;
}

/**
 * Marks an offline message as taken by an operator, or as done (CORE-110). Failures: `forbidden`,
 * `already_accepted` with `by`. A repeat changes nothing. Answers the message without its visitor.
 */
export function handleOfflineMessage(input: Handling & { readonly to: "taken" | "done" }): Verb {
  return (scene) => {
    const by = actingOn(scene, input);
    if (isFailure(by)) return by;
    const { stored } = input;
    if (stored.state === "done" || (input.to === "taken" && stored.operator?.id === by.id))
      return { events: [], answer: JSON.stringify(stored) };
    if (input.to === "taken" && stored.operator !== null)
      return fail("already_accepted", `${stored.operator.name} was faster.`, { by: stored.operator });
    const offlineMessage: OfflineMessageDraft = { ...stored, state: input.to, operator: stored.operator ?? by };
    return { events: [{ name: "offline_message_updated", offlineMessage }], answer: JSON.stringify(offlineMessage) };
  };
}

/** Maximum number of answers stored with one message. */
const mostAnswers = 20;

/**
 * Answers an offline message by mail (CORE-110, CORE-050); the message is then done. Failures:
 * `forbidden`, `not_available` (no mail), `invalid_request` (no address, or no text), `at_limit`.
 * Answers the message without its visitor.
 */
export function mailOfflineMessage(input: Handling & { readonly subject: string; readonly text: string; readonly quoted: boolean }): Verb {
  return (scene) => {
    const by = actingOn(scene, input);
    if (isFailure(by)) return by;
    const to = input.stored.contacts.email;
    if (scene.config.mail === undefined) return fail("not_available", "Mail is not set up for this installation, so nothing can be sent.");
    if (to === "") return fail("invalid_request", "The visitor left no e-mail address.", { field: "text" });
    return answered(input, by, {
      at: timeText(scene.now),
      by,
      via: "mail",
      to,
      subject: input.subject,
      text: input.text,
      quoted: input.quoted,
      delivery_id: scene.ids.delivery(),
    });
  };
}

/**
 * Stores that an operator answers in a chat started for it; the message is then done. Once per
 * chat.
 */
export function chatOfflineMessage(input: Handling & { readonly chatId: number }): Verb {
  return (scene) => {
    const by = actingOn(scene, input);
    if (isFailure(by)) return by;
    if (input.stored.answers?.some((one) => one.chat_id === input.chatId) === true)
      return { events: [], answer: JSON.stringify(input.stored) };
    return answered(input, by, { at: timeText(scene.now), by, via: "chat", chat_id: input.chatId });
  };
}

function answered({ stored }: Handling, by: NamedRef, answer: OfflineAnswer): ReturnType<Verb> {
  const before = stored.answers ?? [];
  if (before.length >= mostAnswers) return fail("at_limit", `This message was answered ${mostAnswers} times. Go on in a chat.`);
  const offlineMessage: OfflineMessageDraft = { ...stored, state: "done", operator: stored.operator ?? by, answers: [...before, answer] };
  return {
    events: [{ name: "offline_message_updated", offlineMessage, ...(answer.via === "mail" ? { mailed: true as const } : {}) }],
    answer: JSON.stringify(offlineMessage),
  };
}

function actingOn(scene: Scene, input: Handling): NamedRef | Failure {
  if (scene.visitor === null) return fail("not_found", "There is no such message.");
  return actingOperator(scene, input.operatorId);
}

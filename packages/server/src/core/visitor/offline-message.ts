import { sendableChannel } from "../channel/sendable.ts";
import { timeText } from "../chat/draft.ts";
import { cleanText, cutText, isBlank, operatorTextMax } from "../chat/text.ts";
import type { OfflineMessageDraft } from "../event.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { recognise } from "./recognise.ts";

export interface LeaveOfflineMessage {
  readonly channelId: number;
  /** The same as `subject.customer.key`. */
  readonly customer: string;
  /** As given in the form; "" for what was left empty. */
  readonly contacts: { readonly name: string; readonly email: string; readonly phone: string };
  readonly text: string;
  readonly departmentId?: number;
  readonly page?: OfflineMessageDraft["page"];
}

/**
 * A visitor leaves a message while nobody is there (CORE-110). What he says of himself is learnt (CORE-020); an unknown department counts as
 * none. Subject: `{customer}`. Failures: `channel_disabled`, `invalid_request` (no text, over 4000 code points). Answers `{"id":message}`.
 */
export function leaveOfflineMessage(input: LeaveOfflineMessage): Verb {
  return (scene) => {
    const channel = sendableChannel(scene.config, input.channelId);
    if (isFailure(channel)) return channel;
    const text = cleanText(input.text);
    if (isBlank(text)) return fail("invalid_request", "The message has no text.", { field: "text" });
    if (cutText(text, operatorTextMax).cut)
      return fail("invalid_request", `The message is longer than ${operatorTextMax} characters.`, { field: "text" });
    const contacts = {
      name: cleanText(input.contacts.name).trim(),
      email: cleanText(input.contacts.email).trim(),
      phone: cleanText(input.contacts.phone).trim(),
    };
    const claims = Object.fromEntries(Object.entries(contacts).filter(([, value]) => value !== ""));
    const { events } = recognise(scene, { customer: input.customer, ...claims }, "visitor");
    const department = input.departmentId === undefined ? undefined : scene.config.departments.get(input.departmentId);
    const offlineMessage: OfflineMessageDraft = {
      id: scene.ids.message(),
      channel: { id: channel.id, kind: channel.kind, name: channel.name },
      contacts,
      text,
      department: department === undefined ? null : { id: department.id, name: department.name },
      page: input.page ?? null,
      session: null,
      state: "new",
      operator: null,
      created_at: timeText(scene.now),
    };
    return { events: [...events, { name: "offline_message_updated", offlineMessage }], answer: JSON.stringify({ id: offlineMessage.id }) };
  };
}

/**
 * An operator takes an offline message, or is done with it (CORE-110). `stored`: as it stands, read under the same guard as the visitor.
 * Failures: `forbidden`, `already_accepted` with `by`. Done already, or taken by the same one: nothing. Answers the message without its visitor.
 */
export function handleOfflineMessage(input: {
  readonly stored: OfflineMessageDraft;
  readonly operatorId: number;
  readonly to: "taken" | "done";
}): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    if (scene.visitor === null) return fail("not_found", "There is no such message.");
    const { stored } = input;
    if (stored.state === "done" || (input.to === "taken" && stored.operator?.id === by.id))
      return { events: [], answer: JSON.stringify(stored) };
    if (input.to === "taken" && stored.operator !== null)
      return fail("already_accepted", `${stored.operator.name} was faster.`, { by: stored.operator });
    const offlineMessage: OfflineMessageDraft = { ...stored, state: input.to, operator: stored.operator ?? by };
    return { events: [{ name: "offline_message_updated", offlineMessage }], answer: JSON.stringify(offlineMessage) };
  };
}

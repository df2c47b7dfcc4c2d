import { sendableChannel } from "../channel/sendable.ts";
import type { Media, NamedRef } from "../entity.ts";
import type { ChatDraft, Event } from "../event.ts";
import { fail, isFailure, type Failure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Scene, Verb } from "../ports.ts";
import { messageAnswer, newMessage } from "./draft.ts";
import { join } from "./join.ts";
import { mentionsOf } from "./note-mentions.ts";
import { cleanText, cutText, isBlank, operatorTextMax } from "./text.ts";

export type OperatorSays = {
  readonly operatorId: number;
  /**
   * 1 to 4000 code points (CORE-046). Longer text than a channel accepts is truncated when it is
   * sent (CH-074). Of a file: its comment, "" if there is none.
   */
  readonly text: string;
  /** Message id of the operator application (CORE-044); equals `command.client`. */
  readonly clientId?: string;
  /** Ids of the operators that a note mentions (API-046). */
  readonly mentions?: readonly number[];
} & ({ readonly kind: "text" | "note" } | { readonly kind: "file"; /** As `createFileMedia` returns it. */ readonly media: Media });

/**
 * Writes an operator's answer, file or note. The author of an answer becomes a participant: a chat
 * without an operator is accepted, another operator's chat is joined (CORE-031). A note needs no
 * participation and is never sent out.
 * Subject: `{chat, operator}`. Failures: `chat_closed`, `channel_disabled` (answers only, CH-110),
 * `at_limit`, `invalid_request`. Answers the message (API-022).
 */
export function operatorSays(input: OperatorSays): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const { chat } = scene;
    if (chat === null || scene.visitor === null) return fail("not_found", "There is no such chat.");
    if (chat.entity.state === "closed") return fail("chat_closed", "This chat is closed. Continue it to write again.");
    const text = cleanText(input.text);
    const wrong = faultOf(input, text);
    if (wrong !== null) return wrong;
    const mentions = mentionsOf(scene, chat.entity, by.id, input.mentions ?? []);
    if (isFailure(mentions)) return mentions;

    const taken = input.kind === "note" ? [] : takePart(scene, chat.entity, by);
    if (isFailure(taken)) return taken;
    const isSentOut = input.kind !== "note" && chat.entity.channel.kind === "api";
    const message = newMessage(
      scene,
      chat.id,
      { kind: "operator", id: by.id, name: by.name },
      {
        kind: input.kind === "file" ? "media" : input.kind,
        text: isBlank(text) ? "" : text,
        ...(input.kind === "file" ? { media: input.media } : {}),
        ...(mentions.length === 0 ? {} : { mentions: [...mentions] }),
        ...(input.clientId === undefined ? {} : { client_id: input.clientId }),
        ...(isSentOut ? { delivery: { id: scene.ids.delivery(), state: "pending", attempts: 0, error: null, next_at: null } } : {}),
      },
    );
    return { events: [...taken, message], answer: messageAnswer(message.message) };
  };
}

function faultOf({ kind, mentions = [] }: OperatorSays, text: string): Failure | null {
  if (kind !== "file" && isBlank(text)) return fail("invalid_request", "The message has no text.", { field: "text" });
  if (cutText(text, operatorTextMax).cut)
    return fail("invalid_request", `The message is longer than ${operatorTextMax} characters.`, { field: "text" });
  if (kind !== "note" && mentions.length > 0) return fail("invalid_request", "Only notes name colleagues.", { field: "mentions" });
  return null;
}

/** Returns the events that make the operator a participant; none if they are one. */
function takePart(scene: Scene, chat: ChatDraft, by: NamedRef): readonly Event[] | Failure {
  const channel = sendableChannel(scene.config, chat.channel.id);
  if (isFailure(channel)) return channel;
  const joined = join(scene, chat, by);
  return isFailure(joined) ? joined : joined.events;
}

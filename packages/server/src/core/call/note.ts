import { newMessage, timeText } from "../chat/draft.ts";
import { cleanText, cutText, isBlank } from "../chat/text.ts";
import type { Call } from "../entity.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { answerOf } from "./advance.ts";
import { isOver } from "./moves.ts";

/** Characters of a note. */
export const callNoteMax = 2000;

/**
 * An operator notes something about a call, also after its end (CORE-108): kept with the call, for the team alone, and while its chat runs as a
 * note in it. An empty text takes the note away; the same one changes nothing. `stored`: the call as it was read, for one that is over. Subject:
 * `{chat}` of the call. Failures: `invalid_request`, `not_available` (it ended meanwhile). Answers as `advanceCall`.
 */
export function noteCall(input: { readonly stored: Call; readonly operatorId: number; readonly text: string }): Verb {
  return (scene) => {
    const by = actingOperator(scene, input.operatorId);
    if (isFailure(by)) return by;
    const running = scene.calls.find((one) => one.id === input.stored.id);
    const call = running ?? input.stored;
    if (running === undefined && !isOver(call)) return fail("not_available", "The call ended at this moment. Save the note again.");
    const text = cleanText(input.text).trim();
    if (cutText(text, callNoteMax).cut)
      return fail("invalid_request", `The note is longer than ${callNoteMax} characters.`, { field: "text" });
    const { note, ...rest } = call;
    if (text === (note?.text ?? "")) return { events: [], answer: answerOf(call) };
    const changed: Call = isBlank(text) ? rest : { ...rest, note: { text, by, at: timeText(scene.now) } };
    const isSaid = scene.running?.id === call.chat_id && !isBlank(text);
    const said = isSaid ? [newMessage(scene, call.chat_id, { kind: "operator", id: by.id, name: by.name }, { kind: "note", text })] : [];
    return { events: [...said, { name: "call_updated", call: changed, cause: "noted" }], answer: answerOf(changed) };
  };
}

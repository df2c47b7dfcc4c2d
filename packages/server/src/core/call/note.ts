import { newMessage, timeText } from "../chat/draft.ts";
import { cleanText, cutText, isBlank } from "../chat/text.ts";
import type { Call } from "../entity.ts";
import { fail, isFailure } from "../failure.ts";
import { actingOperator } from "../operator/act.ts";
import type { Verb } from "../ports.ts";
import { answerOf } from "./advance.ts";
import { isOver } from "./moves.ts";

/** Maximum length of a note in code points. */
export const callNoteMax = 2000;

/**
 * Sets an operator's note of a call, also after its end (CORE-108). It is stored with the call, for
 * operators only, and added as a note to a chat that is not closed. An empty text removes the note;
 * the same text changes nothing. `stored`: the loaded call, needed for a finished one. Subject:
 * `{chat}` of the call. Failures: `invalid_request`, `not_available` (the call ended meanwhile).
 * Answers as `advanceCall`.
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

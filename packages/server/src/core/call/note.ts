import { createMessage, formatTime } from "../chat/create.ts";
import { cleanText, cutText, isBlank } from "../text.ts";
import type { Call } from "../entity.ts";
import { fail, isFailure } from "../failure.ts";
import { authorizeOperator } from "../operator/authorize.ts";
import type { CommandHandler } from "../command.ts";
import type { CallResult } from "./advance.ts";
import { isCallFinished } from "./transitions.ts";

/** Maximum length of a note in code points. */
const maxCallNoteLength = 2000;

/**
 * Sets an operator's note on a call, also after the call ended (CORE-108). The note is stored with
 * the call, for operators only. It is also added as an internal note to a chat that is not closed.
 * An empty text removes the note. The same text changes nothing. `stored`: the loaded call, needed
 * for a finished one. Subject: `{chat}` of the call. Failures: `invalid_request`, `not_available`
 * (the call has just ended). Result: as for `advanceCall`.
 */
export function setCallNote(input: {
  readonly stored: Call;
  readonly operatorId: number;
  readonly text: string;
}): CommandHandler<CallResult> {
  return (context) => {
    const actor = authorizeOperator(context, input.operatorId);
    if (isFailure(actor)) return actor;
    const running = context.calls.find((candidate) => candidate.id === input.stored.id);
    const call = running ?? input.stored;
    if (running === undefined && !isCallFinished(call))
      return fail("not_available", "The call ended at this moment. Save the note again.");
    const text = cleanText(input.text).trim();
    if (cutText(text, maxCallNoteLength).cut)
      return fail("invalid_request", `The note is longer than ${maxCallNoteLength} characters.`, {
        field: "text",
      });
    const { note, ...rest } = call;
    if (text === (note?.text ?? "")) return { events: [], answer: { ignored: false, call: call } };
    const changed: Call = isBlank(text)
      ? rest
      : { ...rest, note: { text, by: actor, at: formatTime(context.now) } };
    const isAddedToChat = context.currentChat?.id === call.chat_id && !isBlank(text);
    const noteMessages = isAddedToChat
      ? [
          createMessage(
            context,
            call.chat_id,
            { kind: "operator", id: actor.id, name: actor.name },
            { kind: "note", text },
          ),
        ]
      : [];
    return {
      events: [...noteMessages, { name: "call_updated", call: changed, cause: "noted" }],
      answer: { ignored: false, call: changed },
    };
  };
}

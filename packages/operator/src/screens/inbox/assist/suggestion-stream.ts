import { ApiError, toApiError } from "@parlour/client";
import type { AnswerSource, Suggestion } from "@parlour/protocol/api";
import { fetchWithReauthentication } from "../../../state/api/reauthentication.ts";

interface StreamListener {
  readonly onSources: (sources: readonly AnswerSource[]) => void;
  /** Receives the next words. */
  readonly onWords: (words: string) => void;
}

/**
 * Asks for a suggestion and reads it while the model writes (ASSIST-012). Throws `ApiError`, or
 * `AbortError` if the signal fires.
 */
export async function streamSuggestion(
  chatId: number,
  signal: AbortSignal,
  listener: StreamListener,
): Promise<Suggestion> {
  const response = await send(chatId, signal);
  if (!response.ok || response.body === null)
    throw toError(response.status, await response.text().catch(() => ""));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (signal.aborted) throw error;
      throw noAnswer();
    });
    if (done) throw noAnswer();
    buffer += value;
    const events = buffer.split("\n\n");
    buffer = events.pop() ?? "";
    for (const event of events) {
      const suggestion = handleEvent(event, listener);
      if (suggestion !== null) return suggestion;
    }
  }
}

async function send(chatId: number, signal: AbortSignal): Promise<Response> {
  try {
    return await fetchWithReauthentication(`/api/v1/chats/${chatId}/suggestions`, {
      method: "POST",
      credentials: "same-origin",
      headers: { accept: "text/event-stream", "content-type": "application/json" },
      body: "{}",
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw noAnswer();
  }
}

/** Returns the suggestion of the last event, or null. Throws the error of an event. */
function handleEvent(event: string, { onSources, onWords }: StreamListener): Suggestion | null {
  const [, kind, data = "null"] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
  const content = JSON.parse(data) as never;
  if (kind === "sources") onSources((content as { sources: AnswerSource[] }).sources);
  if (kind === "text") onWords((content as { text: string }).text);
  if (kind === "error") throw toError(409, data);
  return kind === "done" ? (content as Suggestion) : null;
}

const toError = (status: number, text: string): ApiError =>
  toApiError({ base: "" }, { status, header: () => null, text });
const noAnswer = (): ApiError =>
  new ApiError({ code: "network", status: 0, message: "No response from the server." });

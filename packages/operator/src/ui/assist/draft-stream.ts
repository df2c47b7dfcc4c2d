import { ApiError, toApiError } from "@parlour/client";
import { fetchWithReauthentication } from "../../state/api/reauthentication.ts";

interface StreamListener<Source> {
  readonly onSources: (sources: readonly Source[]) => void;
  /** Receives the words so far. */
  readonly onWords: (words: string) => void;
}

/**
 * Asks for a draft with sources and reads it while the model writes (ASSIST-012). Throws
 * `ApiError`, or `AbortError` if the signal fires.
 */
export async function streamDraft<Source, Draft extends { readonly sources: readonly Source[] }>(
  path: string,
  body: object,
  signal: AbortSignal,
  listener: StreamListener<Source>,
): Promise<Draft> {
  const response = await send(path, body, signal);
  if (!response.ok || response.body === null)
    throw toError(response.status, await response.text().catch(() => ""));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  let words = "";
  const onText = (next: string) => listener.onWords((words += next));
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
      const draft = handleEvent<Source, Draft>(event, listener.onSources, onText);
      if (draft !== null) return draft;
    }
  }
}

async function send(path: string, body: object, signal: AbortSignal): Promise<Response> {
  try {
    return await fetchWithReauthentication(`/api/v1${path}`, {
      method: "POST",
      credentials: "same-origin",
      headers: { accept: "text/event-stream", "content-type": "application/json" },
      body: JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    throw noAnswer();
  }
}

/** Returns the draft of the last event, or null. Throws the error of an event. */
function handleEvent<Source, Draft>(
  event: string,
  onSources: StreamListener<Source>["onSources"],
  onText: (next: string) => void,
): Draft | null {
  const [, kind, data = "null"] = /^event: (\w+)\ndata: (.*)$/s.exec(event) ?? [];
  const content = JSON.parse(data) as never;
  if (kind === "sources") onSources((content as { sources: Source[] }).sources);
  if (kind === "text") onText((content as { text: string }).text);
  if (kind === "error") throw toError(409, data);
  return kind === "done" ? (content as Draft) : null;
}

const toError = (status: number, text: string): ApiError =>
  toApiError({ base: "" }, { status, header: () => null, text });
const noAnswer = (): ApiError =>
  new ApiError({ code: "network", status: 0, message: "No response from the server." });

import type { ViewProps } from "../view-props.ts";

/** Downloads the conversation as a text file. */
export async function downloadTranscript(
  model: ViewProps["model"],
  t: ViewProps["t"],
): Promise<void> {
  const { downloadText, buildTranscript } = await import("../../text/transcript.ts");
  downloadText("chat.txt", buildTranscript(model, t));
}

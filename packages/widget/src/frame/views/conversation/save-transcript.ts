import type { ViewProps } from "../view-props.ts";

/** Downloads the conversation as a text file. */
export async function downloadTranscript(
  model: ViewProps["model"],
  t: ViewProps["t"],
): Promise<void> {
  const { downloadText: saveText, buildTranscript: transcriptOf } =
    await import("../../text/transcript.ts");
  saveText("chat.txt", transcriptOf(model, t));
}

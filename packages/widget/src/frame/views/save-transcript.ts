import type { View } from "./view.ts";

/** Downloads the conversation as a text file. */
export async function saveTranscript(model: View["model"], t: View["t"]): Promise<void> {
  const { saveText, transcriptOf } = await import("../transcript.ts");
  saveText("chat.txt", transcriptOf(model, t));
}

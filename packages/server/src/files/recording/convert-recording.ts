import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { parseWebmSound } from "./parse-webm.ts";
import { writeOgg } from "./write-ogg.ts";

/** Maximum size in bytes of a file that is converted. Five minutes of speech have 1 MB. */
const maxBytes = 8 * 1024 * 1024;

/** The fields of a file that change with its container. */
export interface ConvertedRecording {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  readonly sha256: string;
}

/**
 * Changes the container of a recording of a browser from WebM to OGG, with the same sound
 * (VOICE-001). Returns null, and leaves the file, if it is no such recording.
 */
export async function convertRecording(
  path: string,
  file: { readonly name: string; readonly type: string; readonly size: number },
): Promise<ConvertedRecording | null> {
  if (file.type !== "video/webm" || file.size > maxBytes) return null;
  const sound = parseWebmSound(await readFile(path));
  const ogg = sound === null ? null : writeOgg(sound);
  if (ogg === null) return null;
  await writeFile(path, ogg);
  return {
    name: file.name.replace(/\.webm$/i, ".ogg"),
    type: "audio/ogg; codecs=opus",
    size: ogg.length,
    sha256: createHash("sha256").update(ogg).digest("base64url"),
  };
}

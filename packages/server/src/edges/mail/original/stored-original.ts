import type { StoredFiles } from "../../../files/index.ts";
import type { InboundOriginal } from "../../../connectors/inbound-message.ts";
import type { GuessedText, ParsedMail } from "../format/parse/index.ts";
import { mailOriginalPath, type MailOriginal } from "./index.ts";

/** The stored form of an original: JSON, because the view needs HTML and pictures together. */
interface StoredOriginal {
  /** Absent: the mail has only plain text. */
  readonly html?: string | undefined;
  /** Public URLs of the stored pictures by Content-ID. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The text whose character set was guessed, with its bytes in base64. */
  readonly guessed?: (Omit<GuessedText, "bytes"> & { readonly bytes: string }) | undefined;
}
const fileName = "mail-original.json";

/**
 * Returns the original of a mail for the inbox. Undefined: it has no HTML, and its character set
 * was not guessed.
 */
export function createOriginal({
  html,
  guessed,
  attachments,
}: ParsedMail): InboundOriginal | undefined {
  if (html === null && guessed === null) return undefined;
  return {
    toPath: mailOriginalPath,
    build(urls) {
      const pictures = attachments.flatMap(({ contentId }, n) => {
        const url = urls[n] ?? null;
        return contentId === null || url === null ? [] : [[contentId, url] as const];
      });
      const stored: StoredOriginal = {
        html: html ?? undefined,
        pictures: Object.fromEntries(pictures),
        guessed:
          guessed === null ? undefined : { ...guessed, bytes: guessed.bytes.toString("base64") },
      };
      return { name: fileName, body: Buffer.from(JSON.stringify(stored)) };
    },
  };
}

/** Reads an original by the token of its file. Resolves with null for any other file. */
export async function readOriginal(
  files: StoredFiles,
  token: string,
): Promise<MailOriginal | null> {
  const file = await files.open(token, "file");
  if (file?.name !== fileName) return null;
  const stream = await file.read({ start: 0, end: file.size - 1 });
  if (stream === null) return null;
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  const stored = JSON.parse(Buffer.concat(parts).toString()) as Partial<StoredOriginal>;
  const { html, pictures, guessed } = stored;
  if (typeof pictures !== "object" || pictures === null) return null;
  if (typeof html !== "string" && guessed === undefined) return null;
  return {
    html: html ?? null,
    pictures: new Map(Object.entries(pictures).map(([id, url]) => [id, String(url)])),
    guessed:
      guessed === undefined ? null : { ...guessed, bytes: Buffer.from(guessed.bytes, "base64") },
  };
}

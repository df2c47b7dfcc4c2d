import type { ServerResponse } from "node:http";
import { ApiError, invalidRequest } from "./api-error.ts";

/** The interface of LibreTranslate, at the same address without `/v1` (MODEL-070). */
export const translatePath = "/translate";

export interface TranslateRequest {
  readonly text: string;
  readonly target: string;
}

/** Checks a request. Its key is a field of the body. */
export function parseTranslateRequest(
  body: Readonly<Record<string, unknown>>,
  key: string,
): TranslateRequest {
  const { q, source, target, api_key } = body;
  if (api_key !== key) throw new ApiError(403, "Invalid API key", null);
  if (typeof q !== "string" || typeof source !== "string" || typeof target !== "string")
    throw invalidRequest("Invalid request: missing q, source or target parameter", "q");
  if (!(target in sentences)) throw invalidRequest(`${target} is not supported`, "target");
  return { text: q, target };
}

/** Returns a sentence in the language, with the numbers and placeholders of the text. */
export function createTranslation({ text, target }: TranslateRequest): string {
  const values = text.match(/\[[A-Z][A-Z0-9_]*\]|\d[\d.,]*/g) ?? [];
  return [sentences[target] ?? "", ...values].join(" ");
}
const sentences: Readonly<Record<string, string>> = {
  de: "Das ist die Übersetzung dieser Nachricht, wie sie der Server schreibt.",
  en: "This is the translation of the message, as the server has written it.",
  es: "Esta es la traducción del mensaje, tal como la ha escrito el servidor.",
  fr: "Voici la traduction du message, telle que le serveur l’a écrite.",
  ru: "Это перевод сообщения, который написал сервер.",
};

/** Sends an error in the form of this interface. */
export function sendTranslateError(
  response: ServerResponse,
  { status, message }: { readonly status: number; readonly message: string },
  retryAfterS?: number,
): void {
  if (retryAfterS !== undefined) response.setHeader("retry-after", retryAfterS);
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ error: message }));
}

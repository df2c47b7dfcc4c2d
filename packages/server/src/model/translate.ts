import { limitText, type ModelConnection } from "./client.ts";
import { ModelFault } from "./fault.ts";

interface TranslationCall {
  readonly text: string;
  /** Language tag. null: the server detects it. */
  readonly from: string | null;
  readonly to: string;
}

/** Asks a server with the interface of LibreTranslate. Throws ModelFault (MODEL-070). */
export async function askTranslator(
  { request, url, key }: ModelConnection,
  { text, from, to }: TranslationCall,
): Promise<string> {
  const response = await request(`${url}/translate`, {
    method: "POST",
    headers: { accept: "application/json" },
    body: JSON.stringify({
      q: text,
      source: from === null ? "auto" : toCode(from),
      target: toCode(to),
      format: "text",
      api_key: key ?? undefined,
    }),
  });
  if (!response.ok) throw new Error(readError(await response.text()));
  const answer = (await response.json()) as { readonly translatedText?: unknown } | null;
  const translated = answer?.translatedText;
  if (typeof translated !== "string")
    throw new ModelFault("wrong_form", "The answer has no translated text.");
  if (translated.trim() === "") throw new ModelFault("empty", "The translation is empty.");
  return limitText(translated);
}

/** Servers know languages without regions, except for the scripts of Chinese. */
const toCode = (tag: string): string => tag.split("-")[0]?.toLowerCase() ?? tag;

function readError(body: string): string {
  try {
    const { error } = JSON.parse(body) as { error?: unknown };
    return typeof error === "string" ? error : "";
  } catch {
    return "";
  }
}

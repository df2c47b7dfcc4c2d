import { replyVariablePattern, replyVariables } from "@parlour/protocol/api";

/** The first word in braces that looks like a variable and is none; null: the text can be filled (API-048). */
export function unknownVariable(text: string): string | null {
  for (const [, name = ""] of text.matchAll(replyVariablePattern)) if (!(replyVariables as readonly string[]).includes(name)) return name;
  return null;
}

/** Parts between slashes without white space around them; empty parts go. */
export function folderOf(text: string): string {
  return text
    .split("/")
    .map((part) => part.replaceAll(/\s+/gu, " ").trim())
    .filter((part) => part !== "")
    .join("/");
}

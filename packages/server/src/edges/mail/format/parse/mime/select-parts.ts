import libmime from "libmime";
import { decodeText, type DecodedText } from "./charsets.ts";
import type { GuessedText } from "../types.ts";
import { listCharsets, type MimePart } from "./tree.ts";
import { isReadable } from "./transfer-encoding.ts";

/** Texts of which a person sees one: what a multipart/alternative contains, or a part. */
export interface TextChoice {
  readonly plain: readonly string[];
  readonly html: readonly string[];
}
export interface SelectedParts {
  /** In the order of the mail. */
  readonly texts: readonly TextChoice[];
  readonly attachments: readonly MimePart[];
  /** A text whose character set was guessed, HTML first, or null. */
  readonly guessed: GuessedText | null;
}

/** Chooses what of a mail is text and what is an attachment. `labels`: named character sets. */
export function selectParts(root: MimePart, labels: readonly string[]): SelectedParts {
  const leaves = listLeaves(root);
  const shown = leaves.filter(isShownText);
  const texts = shown.length > 0 ? shown : leaves.filter(isHiddenText).slice(0, 1);
  const selected = new Set(texts);
  const guesses: GuessedText[] = [];
  const others = [...listCharsets(root), ...labels];
  const read = (part: MimePart): string => {
    const decoded = decodePart(part, others);
    if (decoded.source === "guessed")
      guesses.push({
        charset: decoded.charset,
        isHtml: part.type === "text/html",
        bytes: part.content,
      });
    return decoded.text;
  };
  const choices = toChoices(root, selected, read);
  return {
    texts: choices,
    attachments: leaves.filter(
      (part) => !selected.has(part) && !part.type.startsWith("multipart/"),
    ),
    guessed: guesses.find(({ isHtml }) => isHtml) ?? guesses[0] ?? null,
  };
}

/** Returns parts without parts. A multipart without parts is one too, with the text inside it. */
function listLeaves(part: MimePart): readonly MimePart[] {
  return part.parts.length === 0 ? [part] : part.parts.flatMap(listLeaves);
}

function isShownText(part: MimePart): boolean {
  return (
    (part.disposition === "" || part.disposition === "inline") &&
    (isPlain(part) || part.type === "text/html")
  );
}
/** A type without a slash, such as `text`, is text, and a root of an unknown kind of text. */
function isPlain({ type, isRoot, fileName }: MimePart): boolean {
  return (
    type === "text/plain" ||
    (type === "" && isRoot) ||
    (type !== "" && !type.includes("/")) ||
    (type.startsWith("text/") && isRoot && fileName === null && !fileTypes.has(type))
  );
}
const fileTypes: ReadonlySet<string> = new Set(
  "text/html text/calendar text/csv text/vcard text/x-vcard text/directory text/rfc822-headers".split(
    " ",
  ),
);

/** Text of a mail without other text: a part of an unknown type, or a multipart without parts. */
function isHiddenText(part: MimePart): boolean {
  const isUnknown =
    part.type.startsWith("multipart/") ||
    (part.fileName === null &&
      part.disposition !== "attachment" &&
      !/^(?:image|audio|video|font|message)\/|pdf|zip|pkcs7|ms-tnef|calendar/.test(part.type));
  return isUnknown && isReadable(part.content);
}

function toChoices(
  part: MimePart,
  selected: ReadonlySet<MimePart>,
  read: (part: MimePart) => string,
): readonly TextChoice[] {
  if (part.parts.length === 0) {
    if (!selected.has(part)) return [];
    const text = read(part);
    return [part.type === "text/html" ? { plain: [], html: [text] } : { plain: [text], html: [] }];
  }
  const choices = part.parts.flatMap((child) => toChoices(child, selected, read));
  if (part.type !== "multipart/alternative") return choices;
  return [
    { plain: choices.flatMap(({ plain }) => plain), html: choices.flatMap(({ html }) => html) },
  ];
}

function decodePart(part: MimePart, others: readonly string[]): DecodedText {
  const decoded = decodeText(part.content, {
    declared: part.charset,
    others,
    isHtml: part.type === "text/html",
  });
  const text = part.isFlowed ? libmime.decodeFlowed(decoded.text, part.dropsSpaces) : decoded.text;
  return { ...decoded, text: text.replaceAll("\r\n", "\n") };
}

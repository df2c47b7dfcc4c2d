/**
 * The one reader of what models write (MODEL-085, MODEL-086). Open models and the servers in front
 * of them wrap an answer: reasoning, channels, fences, words around JSON, marks of sources.
 */

/** Blocks of reasoning with a beginning and an end. Models name them differently. */
const reasoningNames =
  "(?:seed:)?(?:think|thinking|thought|thoughts|reasoning|reflection|analysis)";
/** Each repetition is bounded by the end of its mark, so the expressions take linear time. */
const opening = new RegExp(
  `<${reasoningNames}>|\\[think\\]|◁think▷|<\\|(?:start_thinking|begin_of_thought)\\|>`,
  "iu",
);
const closing = new RegExp(
  `</${reasoningNames}>|\\[/think\\]|◁/think▷|<\\|(?:end_thinking|end_of_thought)\\|>`,
  "giu",
);
/** `<|channel|>final<|message|>` of the harmony format: the answer follows the last one. */
const finalChannel =
  /<\|channel\|?>\s*final\b[^<]{0,200}<\|message\|>|<\|begin_of_solution\|>|<\|start_response\|>/giu;
/** `<|channel|>analysis<|message|>…`: what is in no final channel is no answer. */
const otherChannel = /<\|channel\|?>\s*(?:analysis|commentary|thought)\b/iu;
/** Marks of chat formats that are no words: `<|end|>`, `<|im_end|>`, `<|return|>`, `</s>`. */
const formatMarks =
  /<\|(?:start|end|return|call|message|channel|constrain|im_start|im_end|eot_id|endoftext|end_of_text|end_of_solution|end_response|eom_id)\|>(?:assistant(?=\s|<|$))?|<channel\|>|<\/s>$|<(?:start|end)_of_turn>/giu;

/** Returns the answer without its reasoning, the marks of chat formats and a byte order mark. */
export function stripReasoning(text: string): string {
  const answer = cutAfter(cutAfter(text.replace(/^\uFEFF/u, ""), finalChannel), closing);
  if (otherChannel.test(answer)) return "";
  const begun = opening.exec(answer)?.index;
  // A block without an end is reasoning up to the end of the text.
  return (begun === undefined ? answer : answer.slice(0, begun)).replaceAll(formatMarks, "").trim();
}

/** Returns what follows the last match, or the text. The beginning of a block may be missing. */
function cutAfter(text: string, pattern: RegExp): string {
  const last = [...text.matchAll(pattern)].at(-1);
  return last === undefined ? text : text.slice(last.index + last[0].length);
}

/** Returns a text that is in one block of code as a whole without its fence. */
export const stripFence = (text: string): string =>
  /^```(?:text|txt|markdown|md|json)?[ \t]*\r?\n([^]*?)\r?\n?```$/iu.exec(text.trim())?.[1] ?? text;

/**
 * Returns the values of JSON in an answer, the most likely one first: the whole answer, then its
 * objects from the end. Those before the end of the reasoning are none. The caller takes the first
 * one that fits its schema.
 */
export function* listJson(text: string): Generator<unknown> {
  const whole = text.replace(/^\uFEFF/u, "").trim();
  const value = parse(whole);
  if (value !== undefined) yield value;
  // Some servers return JSON as a text of JSON.
  yield* listObjects(typeof value === "string" ? value : whole);
}

/** Brackets that are tried as the beginning of an object. Words before an answer have few. */
const maxBrackets = 200;

/** Yields the outermost objects behind the reasoning that can be parsed, the last one first. */
function* listObjects(text: string): Generator<unknown> {
  const found: { readonly value: unknown; readonly end: number }[] = [];
  let at = text.indexOf("{");
  for (let count = 0; at >= 0 && count < maxBrackets; count += 1) {
    const object = readObject(text, at);
    const value = object === null ? undefined : parse(object.source);
    if (value !== undefined && object !== null) found.push({ value, end: object.end });
    // A bracket of the words before the answer begins no object.
    at = text.indexOf("{", value === undefined || object === null ? at + 1 : object.end);
  }
  for (const { value, end } of found.toReversed()) {
    // A mark inside of an object is a part of its texts.
    const isReasoning = [closing, finalChannel].some((mark) => text.slice(end).search(mark) >= 0);
    if (isReasoning) return;
    yield value;
  }
}

/**
 * Returns the source of the object that begins at `from`, up to its closing bracket. Repairs what
 * small models write: line breaks inside of texts, and commas before a closing bracket.
 */
function readObject(
  text: string,
  from: number,
): { readonly source: string; readonly end: number } | null {
  let source = "";
  let depth = 0;
  let isText = false;
  for (let at = from; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (isText) {
      if (character === "\\") {
        source += character + text.charAt(at + 1);
        at += 1;
        continue;
      }
      if (character === '"') isText = false;
      source += character < " " ? JSON.stringify(character).slice(1, -1) : character;
      continue;
    }
    if (character === '"') isText = true;
    else if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") {
      depth -= 1;
      source = source.replace(/,\s*$/u, "");
    }
    source += character;
    if (depth === 0) return { source, end: at + 1 };
  }
  return null;
}

function parse(source: string): unknown {
  try {
    return JSON.parse(source) as unknown;
  } catch {
    return undefined;
  }
}

/** The beginning of a mark that has not arrived as a whole. */
const begunMark =
  /^(?:<\/?[a-z:_|]{0,24}|\[[a-z]{0,8}|◁[a-z]{0,8}|<\|channel\|?>\s*[a-z]{0,12})$/iu;

/**
 * Passes on an answer that arrives in parts, without reasoning at its beginning. Reasoning whose
 * beginning the server left out cannot be known before its end, so the whole answer counts.
 */
export function createReasoningFilter(onText: (part: string) => void): (part: string) => void {
  let pending: string | null = "";
  return (part) => {
    if (pending === null) return onText(part);
    pending += part;
    const begun = pending.trimStart();
    const hasReasoning = opening.exec(begun)?.index === 0 || otherChannel.exec(begun)?.index === 0;
    if (begun === "" || begunMark.test(begun)) return;
    const answer = hasReasoning ? stripReasoning(begun) : pending;
    if (answer === "" || begunMark.test(answer)) return;
    pending = null;
    onText(answer);
  };
}

/** Marks of sources in an answer, such as `[1]`, `[1, 2]`, `[^1]`, `[source 1]` or `【1†source】`. */
const citations =
  /[ \t]*(?:\[\[?(?:\^|source:?\s*|citation:?\s*|quelle:?\s*)?(\d{1,2}(?:\s*[,;]\s*\d{1,2}){0,9})\]?\](?!\()|[【[](\d{1,2})(?::\d{1,3})?†[^】\]\n]{0,60}[】\]]|\uE200[^\uE201]{0,200}\uE201)/giu;

/** Splits an answer into its text without marks of sources, and the numbers of the sources. */
export const readCitations = (
  answer: string,
): { readonly text: string; readonly numbers: ReadonlySet<number> } => ({
  text: answer.replace(citations, "").trim(),
  numbers: new Set(
    [...answer.matchAll(citations)].flatMap(([, list = "", one = ""]) =>
      `${list} ${one}`.split(/\D+/u).filter(Boolean).map(Number),
    ),
  ),
});

import { isMap, isPair, isScalar, LineCounter, parseDocument, type Document } from "yaml";

/** One error of a provisioning file (CFG-023). */
export interface FileFault {
  readonly line: number;
  /** For example `channels[0].public_id`. Empty: the whole file. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}
export type Step = string | number;

/** A parsed file with the line of each value. */
export interface FileDocument {
  readonly name: string;
  readonly value: unknown;
  /**
   * Returns the line of a value or, if it is absent, of its nearest existing parent. `atKey`: the
   * line of the key.
   */
  lineOf(path: readonly Step[], atKey?: boolean): number;
}

/** Larger files are rejected before parsing. */
const limitBytes = 1024 * 1024;

/** Parses YAML 1.2. Duplicate keys, excessive aliases and parser warnings are errors. */
export function parseFile(name: string, text: string): FileDocument | { readonly faults: readonly FileFault[] } {
  const whole = (message: string): { faults: FileFault[] } => ({ faults: [{ line: 1, path: "", rule: "CFG-023", message }] });
  if (Buffer.byteLength(text) > limitBytes) return whole("the file is larger than 1 MiB");
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, strict: true, prettyErrors: false });
  const wrong = [...document.errors, ...document.warnings];
  if (wrong.length > 0) {
    return {
      faults: wrong.map((error) => ({
        line: lines.linePos(error.pos[0]).line,
        path: "",
        rule: "CFG-023",
        message: error.code === "DUPLICATE_KEY" ? `the key ${keyAt(text, error.pos[0])} stands here a second time` : error.message,
      })),
    };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return whole(error instanceof Error ? error.message : "the file cannot be read");
  }
  if (value === null || value === undefined) return whole("the file is empty; it starts with `version: 1`");
  return { name, value, lineOf: (path, atKey = false) => lineOf(document, lines, path, atKey) };
}

/** Formats `["channels", 0, "public_id"]` as `channels[0].public_id`. */
export function pathText(path: readonly Step[]): string {
  return path.reduce<string>((text, step) => (typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`), "");
}

/** Formats one line per error: file, line, path, message, rule. */
export function faultText(file: string, faults: readonly FileFault[]): string {
  const ordered = [...faults].sort((a, b) => a.line - b.line);
  return ordered.map((f) => `${file}:${f.line}: ${f.path === "" ? "" : `${f.path}: `}${f.message} (${f.rule})`).join("\n");
}

function lineOf(document: Document, lines: LineCounter, path: readonly Step[], atKey: boolean): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const offset = offsetOf(document, path.slice(0, depth), atKey && depth === path.length);
    if (offset !== null) return lines.linePos(offset).line;
  }
  return 1;
}
function offsetOf(document: Document, path: readonly Step[], atKey: boolean): number | null {
  const last = path.at(-1);
  if (atKey && typeof last === "string") {
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent) ? parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === last) : undefined;
    return pair && isScalar(pair.key) ? (pair.key.range?.[0] ?? null) : null;
  }
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range) ? Number(node.range[0]) : null;
}
function keyAt(text: string, from: number): string {
  return /^[^\s:,}]*/.exec(text.slice(from, from + 80))?.[0] ?? "";
}

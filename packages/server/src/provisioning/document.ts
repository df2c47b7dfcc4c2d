import { isMap, isPair, isScalar, LineCounter, parseDocument, type Document } from "yaml";

/** An error in a provisioning file (CFG-023). */
export interface FileError {
  readonly line: number;
  /** Path of the value, such as `channels[0].public_id`. An empty path means the whole file. */
  readonly path: string;
  readonly rule: string;
  readonly message: string;
}
export type PathStep = string | number;

/** A parsed file that contains the line of each value. */
export interface FileDocument {
  readonly name: string;
  readonly value: unknown;
  /** Line of a value, or else of its nearest parent. `atKey`: of the key instead. */
  getLine(path: readonly PathStep[], atKey?: boolean): number;
}

/** Maximum size of a file in bytes. A larger file is rejected before it is parsed. */
const maxFileBytes = 1024 * 1024;

/** Parses YAML 1.2. Duplicate keys, excessive aliases and parser warnings are errors. */
export function parseFileDocument(
  name: string,
  text: string,
): FileDocument | { readonly faults: readonly FileError[] } {
  const fileError = (message: string): { faults: FileError[] } => ({
    faults: [{ line: 1, path: "", rule: "CFG-023", message }],
  });
  if (Buffer.byteLength(text) > maxFileBytes) return fileError("the file is larger than 1 MiB");
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    uniqueKeys: true,
    strict: true,
    prettyErrors: false,
  });
  const syntaxErrors = [...document.errors, ...document.warnings];
  if (syntaxErrors.length > 0) {
    return {
      faults: syntaxErrors.map((error) => ({
        line: lines.linePos(error.pos[0]).line,
        path: "",
        rule: "CFG-023",
        message:
          error.code === "DUPLICATE_KEY"
            ? `the key ${readKeyAt(text, error.pos[0])} is repeated here`
            : error.message,
      })),
    };
  }
  let value: unknown;
  try {
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return fileError(error instanceof Error ? error.message : "could not parse the file");
  }
  if (value === null || value === undefined)
    return fileError("the file is empty; it must start with `version: 1`");
  return { name, value, getLine: (path, atKey = false) => findLine(document, lines, path, atKey) };
}

/** Formats `["channels", 0, "public_id"]` as `channels[0].public_id`. */
export function formatPath(path: readonly PathStep[]): string {
  return path.reduce<string>(
    (text, step) =>
      typeof step === "number" ? `${text}[${step}]` : text === "" ? step : `${text}.${step}`,
    "",
  );
}

/** Formats each error as one line: file, line, path, message, rule. */
export function formatErrors(file: string, errors: readonly FileError[]): string {
  const ordered = [...errors].sort((a, b) => a.line - b.line);
  return ordered
    .map((f) => `${file}:${f.line}: ${f.path === "" ? "" : `${f.path}: `}${f.message} (${f.rule})`)
    .join("\n");
}

function findLine(
  document: Document,
  lines: LineCounter,
  path: readonly PathStep[],
  atKey: boolean,
): number {
  for (let depth = path.length; depth >= 0; depth--) {
    const offset = findOffset(document, path.slice(0, depth), atKey && depth === path.length);
    if (offset !== null) return lines.linePos(offset).line;
  }
  return 1;
}
function findOffset(document: Document, path: readonly PathStep[], atKey: boolean): number | null {
  const last = path.at(-1);
  if (atKey && typeof last === "string") {
    const parent = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === last)
      : undefined;
    return pair && isScalar(pair.key) ? (pair.key.range?.[0] ?? null) : null;
  }
  const node = path.length === 0 ? document.contents : document.getIn(path, true);
  return typeof node === "object" && node !== null && "range" in node && Array.isArray(node.range)
    ? Number(node.range[0])
    : null;
}
function readKeyAt(text: string, from: number): string {
  return /^[^\s:,}]*/.exec(text.slice(from, from + 80))?.[0] ?? "";
}

import type { ExportFile } from "./open-export.ts";
import { scanJson } from "./scan-json.ts";
import { scanSql } from "./scan-sql.ts";
import { isObject, type Json } from "./values.ts";

/** A value of an export: an object of a JSON file, or a row of a dump. */
export interface FileValue {
  /** Name of the file and number of the value, such as `chats.json:12`. */
  readonly at: string;
  /** Key of the list that contains the value, name of the table, or null. */
  readonly list: string | null;
  /** null: the value cannot be read. */
  readonly value: Json | null;
  /** Set if the value cannot be read, or not completely. */
  readonly fault?: { readonly code: "broken_record" | "wrong_encoding"; readonly detail: string };
}
export interface ValueOptions {
  /** Keys of objects whose lists contain the values. */
  readonly lists: readonly string[];
  readonly tables: readonly string[];
}

const maxValueBytes = 64 * 1024 * 1024;
/** A first line up to this size decides whether each line is a value. */
const maxPeekBytes = 8 * 1024 * 1024;
const newline = 10;
const sqlPattern = /^\s*(?:--|\/\*|#|insert\s|create\s|drop\s|set\s|lock\s|start\s)/i;

/** Reads the values of a file. null: the file is neither JSON nor a dump. */
export async function readValues(
  file: ExportFile,
  options: ValueOptions,
): Promise<AsyncGenerator<FileValue> | null> {
  const content = toUtf8(await file.open());
  const { head, chunks } = await peek(content);
  const lead = head.subarray(0, 512).toString("utf8");
  const sign = lead.trimStart()[0];
  if (sign === "{" && isValueLine(head, options.lists)) return readLineValues(file.name, chunks);
  if (sign === "{" || sign === "[") return readDocument(file.name, chunks, options.lists);
  if (options.tables.length > 0 && sqlPattern.test(lead))
    return readRows(file.name, chunks, options.tables);
  await content.return(undefined);
  return null;
}

async function* readDocument(
  name: string,
  chunks: AsyncIterable<Buffer>,
  lists: readonly string[],
): AsyncGenerator<FileValue> {
  let number = 0;
  for await (const { list, bytes, fault } of scanJson(chunks, { lists, maxBytes: maxValueBytes }))
    yield toValue(`${name}:${(number += 1)}`, list, bytes ?? fault ?? "");
}

async function* readLineValues(
  name: string,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<FileValue> {
  let number = 0;
  let parts: Buffer[] = [];
  let size = 0;
  const endLine = (): FileValue | null => {
    const isLong = size > maxValueBytes;
    const bytes = Buffer.concat(parts);
    [parts, size] = [[], 0];
    number += 1;
    if (!isLong && bytes.toString("latin1").trim() === "") return null;
    return toValue(`${name}:${number}`, null, isLong ? "the line is too long" : bytes);
  };
  const add = (part: Buffer): void => {
    size += part.length;
    if (size <= maxValueBytes) parts.push(part);
    else parts = [];
  };
  for await (const chunk of chunks) {
    let at = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, at)) {
      add(chunk.subarray(at, end));
      at = end + 1;
      const value = endLine();
      if (value !== null) yield value;
    }
    if (at < chunk.length) add(chunk.subarray(at));
  }
  const last = endLine();
  if (last !== null) yield last;
}

async function* readRows(
  name: string,
  chunks: AsyncIterable<Buffer>,
  tables: readonly string[],
): AsyncGenerator<FileValue> {
  let number = 0;
  for await (const { table, values } of scanSql(chunks, tables)) {
    number += 1;
    const at = `${name}:${number}`;
    if (values === null) yield breakValue(at, table, `a row of ${table} has other columns`);
    else yield { at, list: table, value: values };
  }
}

const strict = new TextDecoder("utf-8", { fatal: true });
/** Parses a value. Text instead of bytes is why it cannot be read. */
function toValue(at: string, list: string | null, bytes: Buffer | string): FileValue {
  if (typeof bytes === "string") return breakValue(at, list, bytes);
  let text: string;
  let isExact = true;
  try {
    text = strict.decode(bytes);
  } catch {
    text = bytes.toString("utf8");
    isExact = false;
  }
  try {
    const value: unknown = JSON.parse(text);
    if (!isObject(value)) return breakValue(at, list, "the value is not an object");
    if (isExact) return { at, list, value };
    return { at, list, value, fault: { code: "wrong_encoding", detail: "the text is not UTF-8" } };
  } catch {
    return breakValue(at, list, "the value is not JSON");
  }
}
const breakValue = (at: string, list: string | null, detail: string): FileValue => ({
  at,
  list,
  value: null,
  fault: { code: "broken_record", detail },
});

function isValueLine(head: Buffer, lists: readonly string[]): boolean {
  const end = head.indexOf(newline);
  if (end === -1) return false;
  try {
    const value: unknown = JSON.parse(head.toString("utf8", 0, end));
    return isObject(value) && !lists.some((list) => Array.isArray(value[list]));
  } catch {
    return false;
  }
}

/** Reads up to the first line, and returns it with all chunks. */
async function peek(
  chunks: AsyncGenerator<Buffer>,
): Promise<{ head: Buffer; chunks: AsyncGenerator<Buffer> }> {
  const read: Buffer[] = [];
  for (let size = 0; size < maxPeekBytes;) {
    const next = await chunks.next();
    if (next.done === true) break;
    read.push(next.value);
    size += next.value.length;
    if (next.value.includes(newline) && Buffer.concat(read).toString("latin1").trim() !== "") break;
  }
  async function* replay(): AsyncGenerator<Buffer> {
    try {
      yield* read;
      yield* chunks;
    } finally {
      await chunks.return(undefined);
    }
  }
  return { head: Buffer.concat(read), chunks: replay() };
}

/** Returns the bytes as UTF-8 without a byte order mark. UTF-16 is recognized by its mark. */
async function* toUtf8(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  let decoder: TextDecoder | null | undefined;
  for await (const chunk of stream) {
    let bytes = chunk as Buffer;
    if (decoder === undefined) {
      const mark = bytes.subarray(0, 3).toString("hex");
      decoder =
        mark.startsWith("fffe") || mark.startsWith("feff")
          ? new TextDecoder(mark.startsWith("fffe") ? "utf-16le" : "utf-16be")
          : null;
      if (mark === "efbbbf") bytes = bytes.subarray(3);
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }));
  }
}

import { isAscii, isUtf8 } from "node:buffer";
import { cleanText } from "../../core/text.ts";

/** The only JSON parser of the server (CORE-127, R5). */

/** A number that JavaScript prints differently: `7.0`, `1e3`, `-0`, `12345678901234567890`. */
export class JsonNumber {
  readonly literal: string;
  constructor(literal: string) {
    this.literal = literal;
  }
}

/** A JSON object of somebody else. Every field may be missing or of another type. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a parsed value is an object. Arrays and JsonNumbers are not objects. */
export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonNumber)
  );
}

/** Returns the object. Anything else becomes an object without fields. */
export const toJsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

/** Returns the objects of an array. Leaves out other elements. */
export const toJsonObjects = (value: unknown): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter(isJsonObject) : [];

export type JsonParseErrorKind = "encoding" | "syntax" | "duplicate" | "depth";

/**
 * Thrown for bytes that are not one JSON value according to CORE-127. `message` is one sentence for
 * the sender and contains no part of the input.
 */
export class JsonParseError extends Error {
  readonly kind: JsonParseErrorKind;
  /** The repeated key, set for the kind `duplicate`. */
  readonly key: string | undefined;
  constructor(kind: JsonParseErrorKind, message: string, key?: string) {
    super(message);
    this.name = "JsonFault";
    this.kind = kind;
    this.key = key;
  }
}

const maxNestingDepth = 32;

/**
 * Parses strict UTF-8 (skips one leading BOM) in the syntax of RFC 8259. Throws JsonParseError.
 *
 * Nothing may follow the value, the nesting depth is at most 32, and a repeated key is an error,
 * even if it is escaped. Number literals are preserved: a number is a `number` if printing it
 * reproduces the literal, otherwise a JsonNumber. Strings are unchanged, including lone surrogates
 * and U+0000. Objects are plain, and `__proto__` is an own property.
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  return new JsonParser(decode(bytes), false).document();
}

/**
 * Parses like `parseStrictJson`, for values that a schema validates. Throws JsonParseError. Every
 * number is a `number`. Digits beyond 2^53 are rounded, and integer schemas reject such numbers.
 * Every string and key is cleaned text (CORE-046).
 */
export function parseJson(bytes: Uint8Array): unknown {
  return new JsonParser(decode(bytes), true).document();
}

/**
 * Parses the body of a response. Parses JSON text inside a JSON string once more, because some
 * frameworks encode a response twice. Channels, bots and webhooks all use this function, so that
 * the same bytes have the same meaning (CH-121). Throws JsonParseError.
 */
export function parseResponseJson(bytes: Uint8Array): unknown {
  const value = parseStrictJson(bytes);
  return typeof value === "string" ? parseStrictJson(Buffer.from(value, "utf8")) : value;
}

function decode(bytes: Uint8Array): string {
  const buffer = Buffer.isBuffer(bytes)
    ? bytes
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isAscii(buffer)) return buffer.toString("latin1");
  if (!isUtf8(buffer)) throw new JsonParseError("encoding", "The body is not UTF-8.");
  return buffer[0] === 0xef && buffer[1] === 0xbb && buffer[2] === 0xbf
    ? buffer.toString("utf8", 3)
    : buffer.toString("utf8");
}

const QUOTE = 34,
  PLUS = 43,
  COMMA = 44,
  MINUS = 45,
  DOT = 46,
  ZERO = 48,
  NINE = 57,
  COLON = 58,
  UPPER_E = 69,
  OPEN_LIST = 91,
  BACKSLASH = 92,
  CLOSE_LIST = 93,
  LOWER_E = 101,
  OPEN_OBJECT = 123,
  CLOSE_OBJECT = 125;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
/** Recent keys that need no escape, by two of their characters. */
const knownKeys = Array.from({ length: 256 }, () => "");
const knownKeyPattern = /^\w{1,32}$/;
const hex4 = /^[0-9a-fA-F]{4}$/;

class JsonParser {
  private readonly text: string;
  private readonly plain: boolean;
  private at = 0;
  private depth = 0;

  constructor(text: string, plain: boolean) {
    this.text = text;
    this.plain = plain;
  }

  document(): unknown {
    this.next();
    if (this.at >= this.text.length) throw new JsonParseError("syntax", "The body is empty.");
    const value = this.value();
    this.next();
    if (this.at < this.text.length) throw this.syntax();
    return value;
  }

  /** Skips white space. Returns the code of the next character, or NaN at the end of the text. */
  private next(): number {
    let code = this.text.charCodeAt(this.at);
    while (code === 32 || code === 10 || code === 13 || code === 9)
      code = this.text.charCodeAt(++this.at);
    return code;
  }

  private value(): unknown {
    const code = this.next();
    if (code === QUOTE) return this.string();
    if (code === OPEN_OBJECT) return this.object();
    if (code === OPEN_LIST) return this.list();
    if (code === MINUS || (code >= ZERO && code <= NINE)) return this.number();
    if (this.word("true")) return true;
    if (this.word("false")) return false;
    if (this.word("null")) return null;
    throw this.syntax();
  }

  private word(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }

  private object(): Record<string, unknown> {
    this.enter();
    const object: Record<string, unknown> = {};
    if (this.next() === CLOSE_OBJECT) return this.leave(object);
    for (;;) {
      if (this.next() !== QUOTE) throw this.syntax();
      const key = this.key();
      if (Object.hasOwn(object, key))
        throw new JsonParseError(
          "duplicate",
          "The body names one key twice in the same object.",
          key,
        );
      if (this.next() !== COLON) throw this.syntax();
      this.at++;
      const value = this.value();
      // Assigning to __proto__ would change the prototype instead of adding a property.
      if (key === "__proto__")
        Object.defineProperty(object, key, {
          value,
          enumerable: true,
          configurable: true,
          writable: true,
        });
      else object[key] = value;
      const code = this.next();
      if (code === CLOSE_OBJECT) return this.leave(object);
      if (code !== COMMA) throw this.syntax();
      this.at++;
    }
  }

  private list(): unknown[] {
    this.enter();
    const list: unknown[] = [];
    if (this.next() === CLOSE_LIST) return this.leave(list);
    for (;;) {
      list.push(this.value());
      const code = this.next();
      if (code === CLOSE_LIST) return this.leave(list);
      if (code !== COMMA) throw this.syntax();
      this.at++;
    }
  }

  private enter(): void {
    if (++this.depth > maxNestingDepth)
      throw new JsonParseError(
        "depth",
        `The body is nested deeper than ${maxNestingDepth} levels.`,
      );
    this.at++;
  }

  private leave<T>(value: T): T {
    this.depth--;
    this.at++;
    return value;
  }

  /** Most keys were read before. Comparing costs less than cutting, and the text is known to V8. */
  private key(): string {
    const { text } = this;
    const start = this.at + 1;
    const slot =
      (text.charCodeAt(start) * 31 + text.charCodeAt(start + 2)) & (knownKeys.length - 1);
    const known = knownKeys[slot] ?? "";
    const end = start + known.length;
    if (known !== "" && text.charCodeAt(end) === QUOTE && text.startsWith(known, start)) {
      this.at = end + 1;
      return known;
    }
    const key = this.string();
    if (knownKeyPattern.test(key)) knownKeys[slot] = key;
    return key;
  }

  private string(): string {
    const { text } = this;
    const start = ++this.at;
    let at = start;
    let code = text.charCodeAt(at);
    // NaN at the end of the text fails both comparisons.
    while (code !== QUOTE && code !== BACKSLASH && code >= 32) code = text.charCodeAt(++at);
    this.at = at;
    if (code === BACKSLASH) return this.finish(this.escaped(start));
    if (code !== QUOTE) throw this.syntax();
    this.at++;
    return this.finish(text.slice(start, at));
  }

  private escaped(start: number): string {
    const { text } = this;
    let out = text.slice(start, this.at);
    for (;;) {
      const code = text.charCodeAt(this.at);
      if (code === QUOTE) {
        this.at++;
        return out;
      }
      if (code === BACKSLASH) out += this.escape();
      else {
        const from = this.at;
        let plain = code;
        while (plain !== QUOTE && plain !== BACKSLASH && plain >= 32)
          plain = text.charCodeAt(++this.at);
        if (this.at === from) throw this.syntax();
        out += text.slice(from, this.at);
      }
    }
  }

  private escape(): string {
    const letter = this.text.charAt(this.at + 1);
    if (letter === "u") {
      const digits = this.text.slice(this.at + 2, this.at + 6);
      if (!hex4.test(digits)) throw this.syntax();
      this.at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (plain === undefined) throw this.syntax();
    this.at += 2;
    return plain;
  }

  private finish(text: string): string {
    return this.plain ? cleanText(text) : text;
  }

  private number(): number | JsonNumber {
    const { text } = this;
    const start = this.at;
    let at = start;
    if (text.charCodeAt(at) === MINUS) at++;
    if (text.charCodeAt(at) === ZERO) at++;
    else at = this.digits(at);
    let integer = true;
    if (text.charCodeAt(at) === DOT) {
      integer = false;
      at = this.digits(at + 1);
    }
    const code = text.charCodeAt(at);
    if (code === LOWER_E || code === UPPER_E) {
      integer = false;
      const sign = text.charCodeAt(at + 1);
      at = this.digits(sign === MINUS || sign === PLUS ? at + 2 : at + 1);
    }
    this.at = at;
    const literal = text.slice(start, at);
    const value = Number(literal);
    if (this.plain || (integer && at - start <= 15 && value !== 0)) return value;
    return String(value) === literal ? value : new JsonNumber(literal);
  }

  /** Returns the position after one or more digits that start at `at`. */
  private digits(at: number): number {
    const start = at;
    let code = this.text.charCodeAt(at);
    while (code >= ZERO && code <= NINE) code = this.text.charCodeAt(++at);
    if (at === start) throw this.syntax();
    return at;
  }

  private syntax(): JsonParseError {
    const where = this.at >= this.text.length ? "it ends too early" : `at character ${this.at + 1}`;
    return new JsonParseError("syntax", `The body is not valid JSON (${where}).`);
  }
}

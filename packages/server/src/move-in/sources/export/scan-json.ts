/** A value of a JSON document, before it is parsed. */
export interface JsonPart {
  /** Key of the list of the document that contains the value, or null. */
  readonly list: string | null;
  /** null: longer than allowed, or the document ends inside of it. */
  readonly bytes: Buffer | null;
  readonly fault?: string;
}

const [quote, backslash, colon, comma] = [34, 92, 58, 44];
const [openList, closeList, openObject, closeObject] = [91, 93, 123, 125];
const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);
const maxKeyBytes = 64;

/**
 * Finds the values of a JSON document without loading it: the elements of a list, of the named
 * lists of an object, or the objects that follow each other (decision 0250).
 */
export async function* scanJson(
  chunks: AsyncIterable<Buffer>,
  options: { readonly lists: readonly string[]; readonly maxBytes: number },
): AsyncGenerator<JsonPart> {
  const scan = new JsonScan(options.lists, options.maxBytes);
  for await (const chunk of chunks) yield* scan.addChunk(chunk);
  if (scan.isInside()) yield { list: null, bytes: null, fault: "the file ends inside of a value" };
}

class JsonScan {
  readonly #lists: readonly string[];
  readonly #maxBytes: number;
  #depth = 0;
  /** Depth at which values begin. -1: the rest of the object contains none. */
  #base = 0;
  #list: string | null = null;
  #isInString = false;
  #isEscaped = false;
  /** Parts of the value that is being read, or null. */
  #parts: Buffer[] | null = null;
  #size = 0;
  /** Bytes of the last text at depth 1 of an object, and the key in front of the colon. */
  #text: number[] | null = null;
  #key: string | null = null;

  constructor(lists: readonly string[], maxBytes: number) {
    this.#lists = lists;
    this.#maxBytes = maxBytes;
  }
  isInside(): boolean {
    return this.#depth > 0 || this.#isInString || this.#parts !== null;
  }

  *addChunk(chunk: Buffer): Generator<JsonPart> {
    let start = 0;
    for (let n = 0; n < chunk.length; n += 1) {
      const byte = chunk[n] ?? 0;
      if (this.#isInString) {
        this.#readText(byte);
        continue;
      }
      if (this.#parts === null && this.#depth === this.#base && this.#begins(byte)) {
        this.#parts = [];
        this.#size = 0;
        start = n;
      }
      const end = this.#readSign(byte);
      if (end === "value" || end === "before") {
        yield this.#endValue(chunk.subarray(start, end === "value" ? n + 1 : n));
        if (end === "before" && byte !== comma) this.#closeList();
      }
    }
    if (this.#parts !== null) this.#addPart(chunk.subarray(start));
  }

  /** Whether a value begins here. A list at the start of the document contains the values. */
  #begins(byte: number): boolean {
    if (isSpace(byte) || byte === comma || byte === closeList) return false;
    return !(byte === openList && this.#depth === 0);
  }
  #readText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash) this.#isEscaped = true;
    else if (byte === quote) this.#isInString = false;
    if (this.#isInString && this.#text !== null && this.#text.length < maxKeyBytes)
      this.#text.push(byte);
  }

  /** "value": the value ends with this sign. "before": it ended before the sign. */
  #readSign(byte: number): "value" | "before" | null {
    switch (byte) {
      case quote:
        this.#isInString = true;
        this.#text = this.#depth === 1 && this.#base <= 0 ? [] : null;
        return null;
      case colon:
        if (this.#depth === 1 && this.#text !== null)
          this.#key = Buffer.from(this.#text).toString("utf8");
        return null;
      case comma:
        if (this.#depth === 1) this.#key = null;
        return this.#parts !== null && this.#depth === this.#base ? "before" : null;
      case openList:
      case openObject:
        this.#open(byte);
        return null;
      case closeList:
      case closeObject:
        return this.#close();
      default:
        return null;
    }
  }

  #open(byte: number): void {
    const isTopList = byte === openList && this.#depth === 0 && this.#parts === null;
    const isNamed =
      byte === openList &&
      this.#depth === 1 &&
      this.#base <= 0 &&
      this.#key !== null &&
      this.#lists.includes(this.#key);
    this.#depth += 1;
    if (isTopList) this.#base = 1;
    if (!isNamed) return;
    // The object is not a value itself: it contains a list of them.
    this.#parts = null;
    this.#list = this.#key;
    this.#base = 2;
  }
  #close(): "value" | "before" | null {
    if (this.#parts !== null && this.#depth === this.#base) return "before";
    this.#depth = Math.max(0, this.#depth - 1);
    if (this.#parts !== null) return this.#depth === this.#base ? "value" : null;
    this.#leave();
    return null;
  }
  /** Closes the list behind a value that is neither object nor list. */
  #closeList(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    this.#leave();
  }
  #leave(): void {
    if (this.#depth === 0) [this.#base, this.#list, this.#key] = [0, null, null];
    else if (this.#depth === 1 && this.#base === 2) [this.#base, this.#list] = [-1, null];
  }

  #addPart(part: Buffer): void {
    this.#size += part.length;
    if (this.#size <= this.#maxBytes) this.#parts?.push(Buffer.from(part));
    else this.#parts = [];
  }
  #endValue(last: Buffer): JsonPart {
    const parts = this.#parts ?? [];
    this.#size += last.length;
    this.#parts = null;
    return this.#size > this.#maxBytes
      ? { list: this.#list, bytes: null, fault: "the value is too long" }
      : { list: this.#list, bytes: Buffer.concat([...parts, last]) };
  }
}

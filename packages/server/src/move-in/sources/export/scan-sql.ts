/** A row of a dump of MySQL or MariaDB. Values are text, as the dump writes them. */
export interface SqlRow {
  readonly table: string;
  /** null: the row cannot be read. */
  readonly values: Readonly<Record<string, string | null>> | null;
}

const [newline, doubleQuote, hash, singleQuote, openParen, closeParen] = [10, 34, 35, 39, 40, 41];
const [comma, dash, semicolon, backslash, backtick] = [44, 45, 59, 92, 96];
const escapes: ReadonlyMap<number, string> = new Map(
  Object.entries({ n: "\n", r: "\r", t: "\t", 0: "\0", b: "\b", Z: "\x1a" }).map(
    ([letter, meaning]) => [letter.charCodeAt(0), meaning],
  ),
);
const insertPattern = /^insert\s+(?:ignore\s+)?into\s+`?(\w+)`?\s*(?:\(([^()]*)\)\s*)?values\s*$/i;
const createPattern = /^create\s+table\s+(?:if\s+not\s+exists\s+)?`?(\w+)`?\s*\(/i;
const columnPattern = /^\s*`(\w+)`\s/gm;
/** Longer statements than this are no definitions of tables. */
const maxHeadBytes = 1024 * 1024;

/** Reads the rows of `INSERT INTO` of the named tables from a dump, without loading it. */
export async function* scanSql(
  chunks: AsyncIterable<Buffer>,
  tables: readonly string[],
): AsyncGenerator<SqlRow> {
  const scan = new SqlScan(tables);
  for await (const chunk of chunks) for (const byte of chunk) yield* scan.addByte(byte);
}

class SqlScan {
  readonly #tables: readonly string[];
  /** Columns by table, from the definitions of the dump. */
  readonly #columns = new Map<string, readonly string[]>();
  /** Bytes of the statement up to here, outside of rows. */
  #head: number[] = [];
  #quoteSign: number | null = null;
  #isEscaped = false;
  #isComment = false;
  #insert: { readonly table: string; readonly columns: readonly string[] } | null = null;
  #row: RowReader | null = null;

  constructor(tables: readonly string[]) {
    this.#tables = tables;
  }

  *addByte(byte: number): Generator<SqlRow> {
    if (this.#row !== null) {
      if (!this.#row.addByte(byte)) return;
      const { values } = this.#row;
      this.#row = null;
      const insert = this.#insert;
      if (insert !== null && this.#tables.includes(insert.table))
        yield { table: insert.table, values: nameValues(insert.columns, values) };
      return;
    }
    if (this.#isComment) this.#isComment = byte !== newline;
    else if (this.#quoteSign !== null) this.#readQuoted(byte);
    else this.#readSign(byte);
  }

  #readQuoted(byte: number): void {
    this.#addToHead(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === backslash && this.#quoteSign !== backtick) this.#isEscaped = true;
    else if (byte === this.#quoteSign) this.#quoteSign = null;
  }
  #readSign(byte: number): void {
    const { length } = this.#head;
    if (byte === semicolon) return this.#endStatement();
    if (byte === openParen) {
      if (this.#insert === null) this.#insert = this.#readInsert();
      if (this.#insert !== null) {
        this.#row = new RowReader();
        return;
      }
    }
    if (byte === singleQuote || byte === doubleQuote || byte === backtick) this.#quoteSign = byte;
    if (
      (byte === dash && length === 1 && this.#head[0] === dash) ||
      (byte === hash && length === 0)
    ) {
      this.#head = [];
      this.#isComment = true;
      return;
    }
    if (length > 0 || byte > 32) this.#addToHead(byte);
  }
  #addToHead(byte: number): void {
    if (this.#insert === null && this.#head.length < maxHeadBytes) this.#head.push(byte);
  }
  #readInsert(): { readonly table: string; readonly columns: readonly string[] } | null {
    if (this.#head.length > 16_384) return null;
    const found = insertPattern.exec(this.#readHead());
    if (found === null) return null;
    const [, table = "", columns] = found;
    return {
      table,
      columns:
        columns === undefined
          ? (this.#columns.get(table) ?? [])
          : columns.split(",").map((column) => column.trim().replaceAll("`", "")),
    };
  }
  #endStatement(): void {
    if (this.#insert === null) {
      const definition = this.#readHead();
      const table = createPattern.exec(definition)?.[1];
      if (table !== undefined)
        this.#columns.set(
          table,
          [...definition.matchAll(columnPattern)].map(([, column = ""]) => column),
        );
    }
    [this.#head, this.#insert] = [[], null];
  }
  #readHead(): string {
    return Buffer.from(this.#head).toString("utf8");
  }
}

function nameValues(
  columns: readonly string[],
  values: readonly (string | null)[],
): SqlRow["values"] {
  return columns.length === values.length
    ? Object.fromEntries(columns.map((column, n) => [column, values[n] ?? null]))
    : null;
}

/** Reads the values of one row, behind its opening parenthesis. */
class RowReader {
  readonly values: (string | null)[] = [];
  #text: number[] = [];
  #quoteSign: number | null = null;
  #isEscaped = false;
  #wasQuoted = false;

  /** Returns whether the row ends with this byte. */
  addByte(byte: number): boolean {
    if (this.#quoteSign !== null) {
      this.#readQuoted(byte);
      return false;
    }
    if (byte === singleQuote || byte === doubleQuote) {
      // Two quotes that follow each other are one quote of the text.
      if (this.#wasQuoted) this.#text.push(byte);
      else this.#text = [];
      [this.#quoteSign, this.#wasQuoted] = [byte, true];
      return false;
    }
    if (byte !== comma && byte !== closeParen) {
      if (!this.#wasQuoted) this.#text.push(byte);
      return false;
    }
    this.#endValue();
    return byte === closeParen;
  }
  #readQuoted(byte: number): void {
    if (this.#isEscaped) {
      const meaning = escapes.get(byte);
      this.#text.push(meaning === undefined ? byte : meaning.charCodeAt(0));
      this.#isEscaped = false;
    } else if (byte === backslash) this.#isEscaped = true;
    else if (byte === this.#quoteSign) this.#quoteSign = null;
    else this.#text.push(byte);
  }
  #endValue(): void {
    const text = Buffer.from(this.#text).toString("utf8");
    const bare = text.trim();
    if (this.#wasQuoted) this.values.push(text);
    else if (/^null$/i.test(bare)) this.values.push(null);
    else if (/^0x[0-9a-f]*$/i.test(bare))
      this.values.push(Buffer.from(bare.slice(2), "hex").toString("utf8"));
    else this.values.push(bare);
    [this.#text, this.#wasQuoted] = [[], false];
  }
}

/**
 * Encodes one array parameter of `commit_batch` in PostgreSQL's binary format, value by value into
 * one buffer. The header contains the number of dimensions, a null flag, the element type, the size
 * and the lower bound. Each element is preceded by its length. Quoting and parsing thousands of
 * bodies as text would take longer than the rest of the call.
 */
abstract class BinaryColumn {
  /** Number of values added so far, including nulls. */
  length = 0;
  protected buffer: Buffer = emptyBuffer;
  protected at = headerBytes;
  readonly #type: number;
  #nulls = 0;

  constructor(type: number) {
    this.#type = type;
  }

  /**
   * Returns the encoded array, or null if all values are null, as in most columns of most batches.
   * `unnest` of several arrays fills the shorter ones with null.
   */
  bytes(): Buffer | null {
    if (this.length === this.#nulls) return null;
    const { buffer } = this;
    buffer.writeInt32BE(1, 0);
    buffer.writeInt32BE(this.#nulls > 0 ? 1 : 0, 4);
    buffer.writeInt32BE(this.#type, 8);
    buffer.writeInt32BE(this.length, 12);
    buffer.writeInt32BE(1, 16);
    return buffer.subarray(0, this.at);
  }
  /** Reserves space for a value of at most `bytes` bytes, and for the nulls before it. */
  protected reserve(bytes: number): Buffer {
    if (this.length === this.#nulls) {
      this.#grow(this.#nulls * 4 + 4 + bytes);
      for (let n = 0; n < this.#nulls; n++) this.at = this.buffer.writeInt32BE(-1, this.at);
    } else if (this.at + 4 + bytes > this.buffer.length) this.#grow(4 + bytes);
    this.length++;
    return this.buffer;
  }
  protected pushNull(): void {
    if (this.length > this.#nulls) {
      if (this.at + 4 > this.buffer.length) this.#grow(4);
      this.at = this.buffer.writeInt32BE(-1, this.at);
    }
    this.length++;
    this.#nulls++;
  }
  #grow(bytes: number): void {
    const previous = this.buffer;
    this.buffer = Buffer.allocUnsafe(Math.max(512, previous.length * 4, this.at + bytes));
    previous.copy(this.buffer, 0, 0, this.at);
  }
}

export class Int4Column extends BinaryColumn {
  constructor() {
    super(23);
  }
  push(value: number | null): void {
    if (value === null) return this.pushNull();
    const buffer = this.reserve(4);
    this.at = buffer.writeInt32BE(value, buffer.writeInt32BE(4, this.at));
  }
}
export class Int8Column extends BinaryColumn {
  constructor() {
    super(20);
  }
  push(value: number | null): void {
    if (value === null) return this.pushNull();
    const buffer = this.reserve(8);
    const at = buffer.writeInt32BE(
      Math.floor(value / 0x1_0000_0000),
      buffer.writeInt32BE(8, this.at),
    );
    this.at = buffer.writeUInt32BE(value >>> 0, at);
  }
}
export class TextColumn extends BinaryColumn {
  constructor() {
    super(25);
  }
  push(value: string | null): void {
    if (value === null) return this.pushNull();
    // Each UTF-16 unit needs at most 3 bytes in UTF-8.
    const buffer = this.reserve(value.length * 3);
    const length = buffer.write(value, this.at + 4);
    buffer.writeInt32BE(length, this.at);
    this.at += 4 + length;
  }
}
export class ByteaColumn extends BinaryColumn {
  constructor() {
    super(17);
  }
  push(value: Uint8Array): void {
    const buffer = this.reserve(value.length);
    buffer.writeInt32BE(value.length, this.at);
    buffer.set(value, this.at + 4);
    this.at += 4 + value.length;
  }
}

const headerBytes = 20;
const emptyBuffer = Buffer.alloc(0);

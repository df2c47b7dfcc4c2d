/** A message that waits to be sent. `n` is its number, which counts the messages of this bus. */
export interface NumberedMessage {
  readonly n: number;
  readonly topic: string;
  readonly message: string;
}
/** What is sent to Redis at once. The numbers of the messages are consecutive. */
export interface Batch {
  readonly heads: readonly (readonly [account: number, head: number])[];
  readonly messages: readonly NumberedMessage[];
}

/** Maximum length of the messages of a batch in UTF-16 units, unless it has only one. */
const maxBatchLength = 1 << 20;
/** Maximum number of heads of a batch. */
const maxHeads = 10_000;
/** Maximum length of the messages that wait to be sent, in UTF-16 units. */
const maxWaitingLength = 16 << 20;

/** Heads and messages that wait to be sent. Messages above the limit are dropped. */
export class BatchQueue {
  readonly #heads = new Map<number, number>();
  #messages: NumberedMessage[] = [];
  #length = 0;
  #lastNumber = 0;

  get isEmpty(): boolean {
    return this.#messages.length === 0 && this.#heads.size === 0;
  }
  addHead(account: number, head: number): void {
    this.#heads.set(account, Math.max(head, this.#heads.get(account) ?? 0));
  }
  addMessage(topic: string, message: string): void {
    if (this.#length + message.length > maxWaitingLength) return;
    this.#length += message.length;
    this.#messages.push({ n: ++this.#lastNumber, topic, message });
  }
  take(): Batch {
    const heads = [...this.#heads].slice(0, maxHeads);
    for (const [account] of heads) this.#heads.delete(account);
    let count = 0;
    let length = 0;
    for (const { message } of this.#messages) {
      if (count > 0 && length + message.length > maxBatchLength) break;
      count++;
      length += message.length;
    }
    const messages = this.#messages.slice(0, count);
    this.#messages = this.#messages.slice(count);
    this.#length -= length;
    return { heads, messages };
  }
}

/** Formats a batch. It begins with the id of its bus and a space. */
export function formatBatch(bus: string, { heads, messages }: Batch): string {
  const list = messages.map(({ topic, message }) => [topic, message]);
  return `${bus} ${JSON.stringify([heads, messages[0]?.n ?? 0, list])}`;
}
/** Parses a batch. Returns null for what is not one. */
export function parseBatch(text: string): (Batch & { readonly bus: string }) | null {
  const space = text.indexOf(" ");
  const content = parseJson(text.slice(space + 1));
  if (space < 1 || !Array.isArray(content)) return null;
  const [heads, first, messages] = content as readonly unknown[];
  if (!Array.isArray(heads) || !Number.isSafeInteger(first) || !Array.isArray(messages))
    return null;
  return {
    bus: text.slice(0, space),
    heads: heads.filter(isHead),
    messages: messages.flatMap((message: unknown, index) =>
      isMessage(message)
        ? [{ n: (first as number) + index, topic: message[0], message: message[1] }]
        : [],
    ),
  };
}
/** Parses JSON. Returns null for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is [number, number] {
  return Array.isArray(value) && Number.isSafeInteger(value[0]) && Number.isSafeInteger(value[1]);
}
function isMessage(value: unknown): value is [string, string] {
  return Array.isArray(value) && typeof value[0] === "string" && typeof value[1] === "string";
}

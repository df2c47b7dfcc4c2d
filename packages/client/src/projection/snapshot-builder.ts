import type { PresenceEntry } from "@parlour/protocol/socket";
import type { MessageLog, ChatRecord, Snapshot } from "./snapshot.ts";

/** A mutable copy of a snapshot. Each map is copied at its first write. */
export class SnapshotBuilder {
  epoch: string | null;
  position: number;
  readonly #before: Snapshot;
  #chats: Map<number, ChatRecord> | null = null;
  #logs: Map<number, MessageLog> | null = null;
  #entries: Snapshot["presenceEntries"] | null = null;

  constructor(base: Snapshot) {
    this.#before = base;
    this.epoch = base.epoch;
    this.position = base.position;
  }
  chats(): ReadonlyMap<number, ChatRecord> {
    return this.#chats ?? this.#before.chats;
  }
  logs(): ReadonlyMap<number, MessageLog> {
    return this.#logs ?? this.#before.logs;
  }
  presenceEntries(): Snapshot["presenceEntries"] {
    return this.#entries ?? this.#before.presenceEntries;
  }
  setChat(record: ChatRecord): void {
    (this.#chats ??= new Map(this.#before.chats)).set(record.chat.id, record);
  }
  evictChat(id: number): void {
    (this.#chats ??= new Map(this.#before.chats)).delete(id);
  }
  setLog(chatId: number, log: MessageLog): void {
    (this.#logs ??= new Map(this.#before.logs)).set(chatId, log);
  }
  evictLog(chatId: number): void {
    (this.#logs ??= new Map(this.#before.logs)).delete(chatId);
  }
  /**
   * Changes to another epoch (API-103). Positions of the old epoch have no meaning in the new one.
   * So chats stay visible until they are read again, but their positions are reset. Message logs
   * are removed, because their sequence numbers may now belong to other messages.
   */
  changeEpoch(epoch: string, position: number): void {
    this.epoch = epoch;
    this.position = position;
    const previousChats = [...this.chats()];
    this.#chats = new Map(
      previousChats.map(([id, record]) => [
        id,
        { ...record, position: 0, lastMessagePosition: 0, countedSeq: 0 },
      ]),
    );
    this.#logs = new Map();
  }
  /** Of several entries of an operator, the last one counts. */
  setPresence(entries: readonly PresenceEntry[]): void {
    this.#entries = new Map(entries.map((entry) => [entry.operator_id, entry]));
  }
  build(): Snapshot {
    const { epoch, position } = this;
    if (
      !this.#chats &&
      !this.#logs &&
      !this.#entries &&
      epoch === this.#before.epoch &&
      position === this.#before.position
    )
      return this.#before;
    const presenceEntries = this.presenceEntries();
    return {
      epoch,
      position,
      chats: this.chats(),
      logs: this.logs(),
      presence: this.#entries
        ? new Map([...presenceEntries].map(([id, { status }]) => [id, status]))
        : this.#before.presence,
      presenceEntries,
    };
  }
}

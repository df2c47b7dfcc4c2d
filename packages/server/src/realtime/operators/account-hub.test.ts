import { Duplex } from "node:stream";
import { expect, test } from "vitest";
import type { WebSocket } from "ws";
import type { Principal } from "../../auth/index.ts";
import type { Role } from "../../core/entity.ts";
import type { AccountConfig } from "../../core/command.ts";
import { AccountHub } from "./account-hub.ts";
import { ChatParticipantCache } from "./chat-cache.ts";
import { OperatorConnection } from "./operator-connection.ts";
import type { PublishedEntry } from "./visibility.ts";

/** A stream that records each system call, and how many frames it wrote. */
class RecordedStream extends Duplex {
  readonly writes: string[] = [];
  override _read(): void {
    return undefined;
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes.push(chunk.toString("latin1"));
    done();
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.writes.push(Buffer.concat(chunks.map(({ chunk }) => chunk)).toString("latin1"));
    done();
  }
  /** Returns the positions of the entries of each write. */
  get positions(): number[][] {
    return this.writes.map((text) =>
      [...text.matchAll(/"position":(\d+)/g)].map((m) => Number(m[1])),
    );
  }
}

const limits = { bytes: 1_000_000, events: 1_000, ageMs: 10_000 };
const clock = { now: () => 0, monotonic: () => 0, scheduleAt: () => () => undefined };

/** Channel 1 and 2 belong to operators 1 and 2; operator 3 sees them only as participant. */
const config = {
  channels: new Map([1, 2].map((id) => [id, { id, operators: new Set([1, 2]) }])),
} as unknown as AccountConfig;

async function createHub() {
  const chats = new ChatParticipantCache(() => Promise.resolve(null));
  const hub = new AccountHub(1, {
    chats,
    auth: { access: { recheck: () => Promise.resolve() } } as never,
    config: () => Promise.resolve(config),
    send: (connection, buffers, events) => void connection.push(buffers, events, clock, limits),
    closeConnection: () => undefined,
    onInspectorsChange: () => undefined,
    onError: (error) => {
      throw error;
    },
  });
  await hub.ready();
  return {
    hub,
    connect: (operatorId: number, role: Role, deliveredPosition = 0): RecordedStream => {
      const stream = new RecordedStream();
      const principal = { accountId: 1, operatorId, role } as Principal;
      const connection = new OperatorConnection({} as WebSocket, stream, 0, { hub, principal });
      connection.deliveredPosition = deliveredPosition;
      hub.connections.add(connection);
      hub.join(connection);
      return stream;
    },
  };
}

const createMessage = (
  position: number,
  channelId: number,
  chatId = channelId,
): PublishedEntry => ({
  position,
  name: "message_created",
  channelId,
  chatId,
  frame: JSON.stringify({
    type: "event",
    position,
    data: { message: { author: { kind: "visitor" }, kind: "text", text: "secret" } },
  }),
});
const createChat = (position: number, channelId: number, operatorId: number): PublishedEntry => ({
  position,
  name: "chat_updated",
  channelId,
  chatId: channelId,
  frame: JSON.stringify({
    type: "event",
    position,
    data: {
      chat: { channel: { id: channelId }, assignee: null, participants: [{ id: operatorId }] },
    },
  }),
});

test("[API-102] the entries of one batch reach each socket in order with one write", async () => {
  const { hub, connect } = await createHub();
  const owner = connect(9, "owner");
  const operator = connect(1, "operator");
  const developer = connect(8, "developer");
  const participant = connect(3, "operator");
  const entries = [
    createChat(1, 1, 3),
    createMessage(2, 1),
    createChat(3, 2, 4),
    createMessage(4, 2),
    createMessage(5, 1),
    createMessage(6, 2),
  ];
  hub.publish(entries);
  for (const stream of [owner, operator, developer])
    expect(stream.positions).toEqual([[1, 2, 3, 4, 5, 6]]);
  // The chat of channel 2 has another participant.
  expect(participant.positions).toEqual([[1, 2, 5]]);
  expect(owner.writes[0]).toContain("secret");
  expect(developer.writes[0]).not.toContain("secret");
  hub.publish([createMessage(7, 1)]);
  expect(owner.positions).toEqual([[1, 2, 3, 4, 5, 6], [7]]);
});

test("[CORE-045] a socket that joined inside a batch receives only the entries after its position", async () => {
  const { hub, connect } = await createHub();
  const early = connect(1, "operator");
  const late = connect(2, "operator", 3);
  hub.publish([1, 2, 3, 4, 5].map((position) => createMessage(position, 1 + (position % 2))));
  expect(early.positions).toEqual([[1, 2, 3, 4, 5]]);
  expect(late.positions).toEqual([[4, 5]]);
});

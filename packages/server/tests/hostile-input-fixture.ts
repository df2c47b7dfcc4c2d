import { randomInt } from "node:crypto";
import type { Media } from "../src/core/entity.ts";
import { createLog } from "../src/log.ts";
import { createChannel } from "../src/store/settings/channels/channel-changes.ts";
import { startServiceApi, type ServiceApi } from "./api-fixture.ts";
import { recordConnections } from "./connection-recorder.ts";
import type { RealtimeClient } from "./realtime-client.ts";

export interface StoredMessage {
  readonly text: string;
  readonly customer: string;
  readonly chatId: number;
  readonly media: Media | null;
  readonly author: string;
}
export interface StoredVisitor {
  readonly customer: string;
  readonly recipient: string;
  readonly name: string | null;
  readonly email: string | null;
  readonly photo: string | null;
}
/** A server that sends no deliveries, and two accounts with one channel each. */
export interface HostileInputFixture {
  readonly base: string;
  readonly clock: ServiceApi["clock"];
  fillPlaceholders(text: string): string;
  /** Returns the positions of both journals, with which a test finds the entries of a case. */
  readPositions(): Promise<readonly number[]>;
  messagesSince(mark: readonly number[]): Promise<readonly StoredMessage[]>;
  visitorsSince(mark: readonly number[]): Promise<readonly StoredVisitor[]>;
  framesSince(mark: readonly number[]): Promise<readonly string[]>;
  findChatIds(customer: string): Promise<readonly number[]>;
  pagesSince(mark: readonly number[]): Promise<readonly unknown[]>;
  /** Opens a socket of the first account's owner. The test closes it. */
  connectOwner(): Promise<RealtimeClient>;
  /** Writes a log line as the server does. */
  log(fields: object): void;
  logLines: string[];
  /**
   * Returns and clears the connection attempts since the last call, except those to the database
   * and to the server.
   */
  takeConnections(): readonly string[];
  close(): Promise<void>;
}

const randomStrings = ["k3yk3yk3yk3yk3yk3yk3yk3y", "0th3r0th3r0th3r0th3r0th3"] as const;
const publicIds = ["AbCdEf1234", "OtHeR12345"] as const;

export async function openHostileInputFixture(): Promise<HostileInputFixture> {
  const logLines: string[] = [];
  const write = (line: string): void => void logLines.push(line);
  const log = createLog({ level: "info", format: "json", out: { write } });
  const service = await startServiceApi({ logTo: write });
  const { clock, db, journal, origin: base } = service;
  const testAccounts = [await service.createAccount("acme"), await service.createAccount("other")];
  const accounts = testAccounts.map(({ id }) => id);
  for (const [i, account] of testAccounts.entries())
    await journal.change(account.id, async (tx) => {
      const id = await createChannel(
        tx,
        account.id,
        {
          kind: "api",
          name: "Mobile app",
          public_id: publicIds[i] ?? "",
          enabled: true,
          endpoint_url: "http://127.0.0.1:9/chat",
          operators: [account.ids.owner],
          random_string: randomStrings[i] ?? "",
          secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
          managed: false,
        },
        { now: clock.now(), operatorId: account.ids.owner, seal: (text) => Buffer.from(text) },
      );
      return { result: id, changed: [{ kind: "channel", id }] };
    });
  const dials = recordConnections();

  const since = async <R>(mark: readonly number[], select: string): Promise<R[]> => {
    const rows: R[] = [];
    for (const [i, account] of accounts.entries())
      rows.push(...(await db.query<R>(select, [account, mark[i] ?? 0])));
    return rows;
  };
  const values: Readonly<Record<string, () => string>> = {
    RANDOM: () => randomStrings[0],
    CHANNEL: () => publicIds[0],
    RANDOM2: () => randomStrings[1],
    CHANNEL2: () => publicIds[1],
    HOST: () => new URL(base).host,
    RANDOM_IP: () =>
      `${randomInt(1, 223)}.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  };
  return {
    base,
    clock,
    connectOwner: () => service.connect({ key: testAccounts[0]?.keys.owner ?? "" }),
    logLines,
    log: (fields) => log.info(fields, "test"),
    fillPlaceholders: (text) =>
      text.replace(/\{([A-Z_0-9]+)\}/g, (whole, name: string) => values[name]?.() ?? whole),
    readPositions: async () =>
      (
        await db.query<{ position: string }>(
          "select coalesce((select max(position) from journal j where j.account_id = h.account_id), 0) as position from account_head h order by account_id",
        )
      ).map((row) => Number(row.position)),
    messagesSince: async (mark) =>
      (
        await since<{ body: string; customer: string }>(
          mark,
          `select j.body, v.customer from journal j join visitor v on v.account_id = j.account_id and v.id = j.visitor_id
         where j.account_id = $1 and j.position > $2 and j.name = 'message_created' and j.author_kind = 'visitor' order by j.position`,
        )
      ).map(({ body, customer }) => {
        const message = JSON.parse(body) as {
          text: string;
          chat_id: number;
          media?: Media;
          author: { name: string };
        };
        return {
          text: message.text,
          customer,
          chatId: message.chat_id,
          media: message.media ?? null,
          author: message.author.name,
        };
      }),
    visitorsSince: async (mark) =>
      (
        await since<{ body: string; customer: string; recipient: string }>(
          mark,
          `select body, customer, recipient from visitor v where account_id = $1
         and exists (select from journal j where j.account_id = v.account_id and j.visitor_id = v.id and j.position > $2)`,
        )
      ).map(({ body, customer, recipient }) => {
        const visitor = JSON.parse(body) as {
          name: { value: string } | null;
          email: { value: string } | null;
          photo: string | null;
        };
        return {
          customer,
          recipient,
          name: visitor.name?.value ?? null,
          email: visitor.email?.value ?? null,
          photo: visitor.photo,
        };
      }),
    framesSince: async (mark) => {
      const frames: string[] = [];
      for (const [i, account] of accounts.entries())
        frames.push(
          ...(await journal.read(account, mark[i] ?? 0, 1_000)).map((entry) => entry.frame),
        );
      return frames;
    },
    findChatIds: async (customer) =>
      (
        await db.query<{ id: string }>(
          "select c.id from chat c join visitor v on v.account_id = c.account_id and v.id = c.visitor_id where v.customer = $1 and c.state <> 'closed'",
          [customer],
        )
      ).map((row) => Number(row.id)),
    pagesSince: async (mark) =>
      (
        await since<{ body: string }>(
          mark,
          `select c.body from chat c where c.account_id = $1
         and exists (select from journal j where j.account_id = c.account_id and j.chat_id = c.id and j.position > $2)`,
        )
      ).map(({ body }) => (JSON.parse(body) as { page: unknown }).page),
    takeConnections() {
      const targets = dials.unexpectedTargets({ port: Number(new URL(base).port) });
      dials.clear();
      return targets;
    },
    async close() {
      dials.stop();
      await service.close();
    },
  };
}

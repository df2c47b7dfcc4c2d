import { randomInt } from "node:crypto";
import { Writable } from "node:stream";
import { createMemoryBus } from "../src/bus/index.ts";
import { ManualClock } from "../src/clock.ts";
import type { Media } from "../src/core/entity.ts";
import { createChannelEdge, type CustomerTyping } from "../src/edges/channel/index.ts";
import { buildHttp } from "../src/http/index.ts";
import { openJournal } from "../src/journal/index.ts";
import { createLimits } from "../src/limits/index.ts";
import { createLog } from "../src/log.ts";
import { createMetrics } from "../src/metrics/metrics.ts";
import {
  findChannelAddress,
  findLatestChat,
  findMessageToCustomer,
} from "../src/store/deliveries/channel-inbound.ts";
import { createAccount } from "../src/store/settings/account/account.ts";
import { createChannel } from "../src/store/settings/channels/channel-changes.ts";
import { createDb } from "../src/store/database/sql.ts";
import { recordConnections } from "./connection-recorder.ts";
import { takeDatabase } from "./reused-database.ts";
import { startSingleNodeCluster } from "./single-node-cluster.ts";

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
/** The channel edge with a real journal and PostgreSQL, and two accounts with one channel each. */
export interface HostileInputFixture {
  readonly base: string;
  readonly clock: ManualClock;
  fillPlaceholders(text: string): string;
  /** Returns the positions of both journals, with which a test finds the entries of a case. */
  readPositions(): Promise<readonly number[]>;
  messagesSince(mark: readonly number[]): Promise<readonly StoredMessage[]>;
  visitorsSince(mark: readonly number[]): Promise<readonly StoredVisitor[]>;
  framesSince(mark: readonly number[]): Promise<readonly string[]>;
  findChatIds(customer: string): Promise<readonly number[]>;
  pagesSince(mark: readonly number[]): Promise<readonly unknown[]>;
  typingSignals: CustomerTyping[];
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
  const database = await takeDatabase();
  const { pools } = database;
  const db = createDb(pools.writer);
  const clock = new ManualClock();
  const logLines: string[] = [];
  const out = new Writable({
    write(chunk: Buffer, _coding, done) {
      logLines.push(chunk.toString());
      done();
    },
  });
  const log = createLog({ level: "trace", format: "json", out });
  const bus = createMemoryBus()();
  const journal = await openJournal({
    pools,
    bus,
    clock,
    secret: "test",
    onFault: (fault) => log.error({ err: fault }, "journal.fault"),
    plan: () => [],
  });
  const accounts: number[] = [];
  for (const [i, name] of ["Acme", "Other"].entries()) {
    const created = await createAccount(db, {
      name,
      owner: { name: "Ann", email: `ann@${name}.test`, passwordHash: null, instanceOwner: i === 0 },
    });
    accounts.push(created.accountId);
    await journal.change(created.accountId, async (tx) => {
      const id = await createChannel(
        tx,
        created.accountId,
        {
          kind: "api",
          name: "Mobile app",
          publicId: publicIds[i] ?? "",
          enabled: true,
          endpointUrl: "http://127.0.0.1:9/chat",
          chunked: false,
          appendPublicId: true,
          mediaAs: "media objects",
          botAvailable: false,
          operators: [created.operatorId],
          randomString: randomStrings[i] ?? "",
          secret: "whsec_MDEyMzQ1Njc4OWFiY2RlZg==",
          managed: false,
          createdBy: created.operatorId,
          now: clock.now(),
        },
        (text) => Buffer.from(text),
      );
      return { result: id, changed: [{ kind: "channel", id }] };
    });
  }
  const limits = createLimits({ clock });
  const metrics = createMetrics();
  const typingSignals: CustomerTyping[] = [];
  const app = buildHttp({
    clock,
    log,
    publicUrl: "http://localhost:3000",
    trustProxy: [],
    supportContact: () => null,
    bodyLimit: () => limits.value("body_kib") * 1024,
    appDir: null,
    checks: () => Promise.resolve({ database: "ok" }),
    metrics: { registry: metrics, token: null },
  });
  const edge = createChannelEdge({
    cluster: startSingleNodeCluster(clock),
    webhookBaseUrl: "http://localhost:3000/channel",
    store: {
      findChannel: (id) => findChannelAddress(db, id),
      findLatestChat: (account, channel, customer) =>
        findLatestChat(db, account, channel, customer),
      findMessageToCustomer: (account, customer, messageId) =>
        findMessageToCustomer(db, account, customer, messageId),
    },
    config: (account) => journal.config(account),
    write: journal.write,
    isOnline: () => true,
    onTyping: (signal) => void typingSignals.push(signal),
    limits,
    clock,
    log,
    metrics,
    supportContact: () => null,
  });
  journal.subscribe((account, written) => {
    if (written.some((entry) => entry.name === "settings_changed")) edge.forget(account);
  });
  await app.register(edge.routes);
  const base = await app.listen({ host: "127.0.0.1", port: 0 });

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
    typingSignals,
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
      edge.close();
      // Some of the hostile requests never end.
      app.server.closeAllConnections();
      await app.close();
      await journal.close();
      await bus.close();
      await database.release();
    },
  };
}

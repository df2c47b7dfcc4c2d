import { randomBytes } from "node:crypto";
import { fileURLToPath } from "node:url";
import * as auth from "./auth/index.ts";
import { postgresBus } from "./bus/index.ts";
import type { RunningServer, ServerOptions } from "./cli/start.ts";
import { addresses } from "./config.ts";
import { refuse } from "./core/failure.ts";
import type { Write } from "./core/ports.ts";
import { joinPlanners, openSend, startDelivery, type Step } from "./delivery/index.ts";
import { channelEdge } from "./edges/channel/index.ts";
import { channelOutbound, planChannel, testMessage } from "./edges/channel/outbound.ts";
import { openTypingOut } from "./edges/channel/typing.ts";
import { markRead, operatorEdge, type OperatorEdgeDeps } from "./edges/operator/index.ts";
import { openEgress, type Dial, type Resolve } from "./egress/index.ts";
import { buildHttp } from "./http/index.ts";
import { readPlainJson } from "./http/json.ts";
import { openInstanceSettings } from "./instance.ts";
import { openJournal, type ChangeSettings, type GatewayStep } from "./journal/index.ts";
import { startActivity } from "./journal/readers/activity.ts";
import { startChannelDeleted } from "./journal/readers/channel-deleted.ts";
import { startOperatorGone } from "./journal/readers/operator-gone.ts";
import { limitFaults, openLimits } from "./limits/index.ts";
import { openMetrics } from "./metrics.ts";
import { openQueue } from "./queue/index.ts";
import { openRealtime } from "./realtime/index.ts";
import { openPools } from "./store/pools.ts";
import { findChannelAddress, findRunningChat } from "./store/queries/channel-inbound.ts";
import { peopleOfChat } from "./store/queries/chat.ts";
import { openServiceStore } from "./store/queries/service.ts";
import { openSecrets } from "./store/seal.ts";
import { openDb } from "./store/sql.ts";
import { startSweeper } from "./store/sweep.ts";
import { version } from "./version.ts";

/** What tests put in the place of the world, or listen to. Product code gives none. */
export interface ServerHooks {
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** Called at each named step of a batch and of an attempt; a crash test ends the process there. */
  readonly probe?: (step: GatewayStep | Step) => void;
  /** Stands between the edges and the journal: a build that answers before the commit must turn the checker red. */
  readonly aroundWrite?: (write: Write) => Write;
}
export interface Server extends RunningServer {
  /** Resolves when no delivery is under way or due and the readers have caught up; for tests. */
  idle(): Promise<void>;
}

const appDir = fileURLToPath(new URL("../../operator/dist", import.meta.url));

/** The composition root: builds each part with what it needs and lists the edges. Listens when it resolves. */
export async function startServer(options: ServerOptions, hooks: ServerHooks = {}): Promise<Server> {
  const { config, clock, log } = options;
  const onFault = (error: unknown): void => log.error({ err: error }, "database.fault");
  let port = config.port;
  const places = () => addresses(config, port);

  const pools = await openPools(options.databaseUrl, { onError: onFault });
  const db = openDb(pools.writer);
  const secrets = openSecrets(options.secretKey);
  const metrics = openMetrics();
  const limits = openLimits({ clock });
  const instance = await openInstanceSettings({ sql: db, limits, environmentAllow: config.egressAllow });

  const bus = await postgresBus({ session: () => pools.session(), clock, onFault });
  const journal = await openJournal({ pools, bus, clock, secret: options.secretKey, onFault, plan: joinPlanners([planChannel]), ...(hooks.probe ? { probe: hooks.probe } : {}) });
  const write = hooks.aroundWrite ? hooks.aroundWrite(journal.write) : journal.write;

  const egress = openEgress({
    clock,
    allowed: () => instance.egressAllow(),
    ...(hooks.resolve ? { resolve: hooks.resolve } : {}),
    ...(hooks.dial ? { dial: hooks.dial } : {}),
  });
  const queue = openQueue({ pool: pools.writer, nodeId: journal.node, clock, atOnce: () => limits.value("endpoint_at_once") });
  const send = openSend({ egress, open: secrets.open, clock });
  const typingOut = openTypingOut({ clock, send, chatTarget: (...of) => queue.chatTarget(...of), version, log });
  await queue.freeDead();
  const delivery = startDelivery({
    queue,
    clock,
    log,
    egress,
    open: secrets.open,
    report: (result) => journal.report(result),
    ...(hooks.probe ? { probe: hooks.probe } : {}),
    outbounds: { channel: channelOutbound({ version, beforeMessage: (claim) => typingOut.beforeMessage(claim) }) },
  });

  const signs = auth.openAuth({
    db,
    clock,
    limits,
    origins: () => places().origins,
    secure: places().publicUrl.startsWith("https:"),
    announce: (account, operatorId) =>
      journal.change(account, () => Promise.resolve({ result: undefined, changed: [{ kind: "operator", id: operatorId }] })),
    onEnded: ({ account, sessionId }) => realtime.disconnect({ account, sessionId }, 4001),
  });
  const store = openServiceStore({ reader: pools.reader, sql: db, secrets });
  const realtime = openRealtime({
    journal,
    auth: signs,
    clock,
    limits,
    log,
    readJson: readPlainJson,
    findChat: (account, id) => peopleOfChat(pools.reader, account, id),
    markRead: (principal, chatId, seq) => markRead({ chats: store.chats, rights: auth }, principal, chatId, seq),
  });
  realtime.onOperatorTyping((signal) => typingOut.signal(signal));

  const channels = channelEdge({
    webhookBaseUrl: places().webhookBaseUrl,
    findChannel: (publicId) => findChannelAddress(db, publicId),
    config: (account) => journal.config(account),
    write,
    isOnline: (account, operatorId) => realtime.presence.of(account, operatorId) === "online",
    onTyping: ({ account, channelId, customer, typing }) => {
      findRunningChat(db, account, channelId, customer)
        .then((chat) => {
          if (chat === null) return;
          realtime.typing({
            account,
            channelId,
            chatId: chat.chatId,
            author: { kind: "visitor", id: chat.visitorId, name: chat.name },
            typing,
          });
        })
        .catch(onFault);
    },
    limits,
    clock,
    log,
    metrics,
    supportContact: () => instance.supportContact(),
  });
  /** What this node remembers of settings is forgotten before the answer goes out; later readers hear of it by settings_changed. */
  const change: ChangeSettings = async (account, run) => {
    let isInstance = false;
    const result = await journal.change(account, async (tx) => {
      const done = await run(tx);
      isInstance = done.changed.some((one) => one.kind === "instance");
      return done;
    });
    channels.forget(account);
    signs.invalidate(account);
    if (isInstance) await instance.refresh();
    return result;
  };
  const service = operatorEdge({
    ...store,
    clock,
    auth: signs,
    rights: auth,
    limitFaults,
    publicUrl: () => places().publicUrl,
    channelBase: () => places().webhookBaseUrl,
    open: secrets.open,
    channels: withLastInbound(store.channels, (id) => channels.lastInboundAt(id)),
    write,
    config: (account) => journal.config(account),
    change,
    rename: (principal, name) =>
      journal.change(principal.accountId, async (tx) => {
        await store.operators.update(tx, principal.accountId, principal.operatorId, { name });
        return { result: undefined, changed: [{ kind: "operator", id: principal.operatorId }] };
      }),
    realtime: {
      presence: realtime.presence,
      typing: (signal) => realtime.typing(signal),
      ended(who) {
        signs.invalidate(who.account);
        realtime.disconnect(who, 4001);
      },
    },
    endpoints: {
      check: (url) => egress.check(url),
      async test(account, channelId) {
        const target = await queue.channelTarget(account, channelId);
        const result =
          target && (await testMessage({ send, version }, target, { name: "Parlour", photo: "" }, randomBytes(8).toString("hex")));
        return result ?? refuse("not_found", "There is no such channel.");
      },
      async resend(account, deliveryId) {
        await journal.resend(account, deliveryId);
        delivery.wake();
      },
    },
  });

  journal.subscribe((account, entries) => {
    let owes = false;
    for (const { name, frame } of entries) {
      if (name === "settings_changed") {
        channels.forget(account);
        if (frame.includes('"kind":"instance"')) instance.refresh().catch(onFault);
        // New settings may let a lane go on that had no place.
        owes = true;
      } else if (name === "message_created") owes ||= frame.includes('"delivery":{');
    }
    if (owes) delivery.wake();
  });
  const readerDeps = { journal, pool: pools.writer, clock, onFault };
  const readers = [await startActivity(readerDeps), await startChannelDeleted(readerDeps), await startOperatorGone(readerDeps)];
  const sweeper = startSweeper({ sql: db, clock, onFault });

  const stats = metrics.gauge;
  stats("journal_queue", "Commands that wait for the next commit", () => journal.stats().waiting);
  stats("sockets", "Operator sockets", () => realtime.stats().sockets);
  stats("deliveries_under_way", "Requests to endpoints under way", () => delivery.stats().underWay);

  const app = buildHttp({
    clock,
    log,
    publicUrl: places().publicUrl,
    trustProxy: config.trustProxy,
    supportContact: () => instance.supportContact(),
    bodyLimit: () => limits.value("body_kib") * 1024,
    appDir,
    metrics,
    metricsToken: config.metricsToken,
    checks: () => Promise.resolve({ database: journal.stats().downMs === 0 ? "ok" : "the connection is being made again" }),
  });
  for (const edge of [channels.routes, service]) await app.register(edge);

  const close = async (): Promise<void> => {
    app.drain();
    await realtime.close();
    await app.close();
    channels.close();
    typingOut.close();
    await delivery.close();
    for (const reader of readers) await reader.close();
    await sweeper.close();
    await journal.close();
    egress.close();
    await bus.close();
    await pools.close();
  };
  try {
    await app.listen({ host: config.host, port: config.port });
  } catch (error) {
    await close();
    throw error;
  }
  const bound = app.server.address();
  if (typeof bound === "object" && bound !== null) port = bound.port;
  realtime.attach(app.server);
  const token = await signs.arm();
  return {
    port,
    close,
    setupLink: token === null ? null : `${places().publicUrl}/setup?token=${token}`,
    async idle() {
      for (const reader of readers) await reader.settle();
      await delivery.idle();
    },
  };
}

/** CH-113: the last request of a channel's integrator is known to the edge alone. */
function withLastInbound(store: OperatorEdgeDeps["channels"], lastInboundAt: (id: number) => number | null): OperatorEdgeDeps["channels"] {
  const fill = <R extends { readonly id: number }>(row: R): R => {
    const at = lastInboundAt(row.id);
    return at === null ? row : { ...row, lastInboundAt: new Date(at).toISOString() };
  };
  return {
    ...store,
    list: async (account) => (await store.list(account)).map(fill),
    find: async (account, id) => {
      const row = await store.find(account, id);
      return row && fill(row);
    },
  };
}

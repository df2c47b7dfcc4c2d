import { closeCodes } from "@parlour/protocol";
import type { FastifyPluginAsync } from "fastify";
import * as auth from "../auth/index.ts";
import type { BotEdge } from "../edges/bot/index.ts";
import type { ChannelEdge } from "../edges/channel/index.ts";
import { operatorEdge, type OperatorEdgeDeps } from "../edges/operator/index.ts";
import { widgetPages } from "../edges/operator/widget-pages.ts";
import { egressTargetFault } from "../config-values.ts";
import type { ChangeSettings } from "../journal/index.ts";
import { limitFaults } from "../limits/index.ts";
import type { Realtime } from "../realtime/index.ts";
import type { ServiceStore } from "../store/service/index.ts";
import { version } from "../version.ts";
import { accountArchive } from "./account-archive.ts";
import type { Ground } from "./ground.ts";
import type { StoredFiles } from "./files.ts";
import type { Sending } from "./sending.ts";
import { widgetDir } from "./widget.ts";
import { openZip } from "./zip.ts";

interface Around {
  readonly store: ServiceStore;
  readonly signs: auth.Auth;
  readonly realtime: Realtime;
  readonly channels: ChannelEdge;
  readonly bots: Pick<BotEdge, "forget">;
  readonly stored: StoredFiles;
  readonly endpoints: Sending["endpoints"];
  readonly tests: OperatorEdgeDeps["tests"];
  readonly push: OperatorEdgeDeps["push"];
  readonly mail: OperatorEdgeDeps["mail"];
  readonly callTest: OperatorEdgeDeps["callTest"];
  readonly here: OperatorEdgeDeps["here"];
  readonly erasing: OperatorEdgeDeps["erasing"];
  readonly health: OperatorEdgeDeps["health"];
}

/** The service API and the pages that show a widget to its owner, with what they need of the other parts. */
export function openService(ground: Ground, around: Around): FastifyPluginAsync {
  const { clock, journal, limits, write, secrets, places } = ground;
  const { store, signs, realtime, channels, endpoints, tests } = around;
  const api = operatorEdge({
    ...store,
    clock,
    inspector: ground.inspector,
    auth: signs,
    rights: auth,
    limitFaults,
    egressTargetFault,
    publicUrl: () => places().publicUrl,
    channelBase: () => places().webhookBaseUrl,
    widgetBase: () => places().widgetBaseUrl,
    botBase: () => places().botBaseUrl,
    open: secrets.open,
    placeOf(address) {
      const { country, city } = ground.geo.locate(address);
      return { country, city };
    },
    takeReset(email, address) {
      const taken = [limits.take("reset_mail", email), limits.take("reset_address", address)];
      return Math.max(...taken.map((one) => (one.ok ? 0 : one.retryAfterMs)));
    },
    onFault: ground.onFault,
    channels: withLastInbound(store.channels, (id) => channels.lastInboundAt(id)),
    files: around.stored.files,
    fileBytes: around.stored.fileBytes,
    picture: (...of) => around.stored.remote.picture(...of),
    write,
    config: (account) => journal.config(account),
    change: forgetting(ground, around),
    realtime: {
      presence: realtime.presence,
      typing: (signal) => realtime.typing(signal),
      drafted: (of) => realtime.drafted(of),
      ended(who) {
        signs.invalidate(who.account);
        realtime.disconnect(who, closeCodes.signedOut);
      },
    },
    endpoints,
    tests,
    push: around.push,
    mail: around.mail,
    callTest: around.callTest,
    here: around.here,
    erasing: around.erasing,
    health: around.health,
    openZip,
    contentOf: async ({ storage, token, size }) =>
      (await around.stored.storageOf(storage)?.read(token, { start: 0, end: size - 1 })) ?? null,
    archive: (account) => accountArchive({ sql: ground.db, storageOf: around.stored.storageOf, now: () => clock.now(), version }, account),
  });
  const pages = widgetPages({ auth: signs, channels: store.channels, widgetBase: () => places().widgetBaseUrl, widgetDir });
  return async (app) => {
    await app.register(api);
    await app.register(pages);
  };
}

/** What this node remembers of settings is forgotten before the answer goes out; later readers hear of it by settings_changed. */
function forgetting({ journal, instance }: Ground, { channels, bots, signs }: Pick<Around, "channels" | "bots" | "signs">): ChangeSettings {
  return async (account, run) => {
    let isInstance = false;
    const result = await journal.change(account, async (tx) => {
      const done = await run(tx);
      isInstance = done.changed.some((one) => one.kind === "instance");
      return done;
    });
    channels.forget(account);
    bots.forget(account);
    signs.invalidate(account);
    if (isInstance) await instance.refresh();
    return result;
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

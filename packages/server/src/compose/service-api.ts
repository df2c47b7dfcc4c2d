import type { FastifyPluginAsync } from "fastify";
import type * as auth from "../auth/index.ts";
import { createOperatorEdge, type OperatorEdgeDeps } from "../api/index.ts";
import { createWidgetTestPages } from "../api/channels/widget-test-pages.ts";
import { validateEgressTarget } from "../config/values.ts";
import type { ChangeSettings } from "../journal/index.ts";
import { toClientKey } from "../limits/client-key.ts";
import { validateLimits } from "../limits/index.ts";
import type { Realtime } from "../realtime/index.ts";
import type { ServiceStore } from "../store/service/index.ts";
import { version } from "../version.ts";
import { createAccountArchive } from "./archive.ts";
import type { BaseServices } from "./base.ts";
import type { FileServices } from "./files.ts";
import type { SettingsCache } from "./journal-consumers.ts";
import type { DeliveryServices } from "./deliveries.ts";
import { widgetDir } from "./build-paths.ts";
import { createZipWriter } from "./zip-writer.ts";

interface ServiceDeps {
  readonly store: ServiceStore;
  readonly signs: auth.Auth;
  readonly realtime: Realtime;
  /** Edges that cache settings. */
  readonly settingsCaches: readonly SettingsCache[];
  /**
   * CH-113: only the channel edge has the time of an integrator's last request. Absent without that
   * edge.
   */
  readonly lastInboundAt?: (channelId: number) => number | null;
  readonly stored: FileServices;
  readonly sending: Pick<DeliveryServices, "endpoints" | "parts">;
  /** Visitors who have a page with a widget open. Absent without the widget edge. */
  readonly onlineVisitors?: OperatorEdgeDeps["here"];
  readonly erasing: OperatorEdgeDeps["erasing"];
  readonly health: OperatorEdgeDeps["health"];
}

/** Creates the service API and the preview pages of a widget, connected to the other parts. */
export function createServiceApi(base: BaseServices, deps: ServiceDeps): FastifyPluginAsync {
  const { clock, journal, limits, write, secrets, addresses } = base;
  const { store, signs, realtime, sending } = deps;
  const api = createOperatorEdge({
    ...store,
    clock,
    inspector: base.inspector,
    auth: signs,
    limitFaults: validateLimits,
    egressTargetFault: validateEgressTarget,
    publicUrl: () => addresses().publicUrl,
    channelBase: () => addresses().webhookBaseUrl,
    widgetBase: () => addresses().widgetBaseUrl,
    botBase: () => addresses().botBaseUrl,
    open: secrets.open,
    placeOf(address) {
      const { country, city } = base.geo.locate(address);
      return { country, city };
    },
    takeReset(email, address) {
      // An address over its limit does not consume the limit of the email address in its request.
      const addressAllowance = limits.take("reset_address", toClientKey(address));
      const allowance = addressAllowance.ok ? limits.take("reset_mail", email) : addressAllowance;
      return allowance.ok ? 0 : allowance.retryAfterMs;
    },
    onFault: base.onFault,
    channels: withLastInbound(store.channels, deps.lastInboundAt),
    files: deps.stored.files,
    fileBytes: deps.stored.fileBytes,
    picture: (...args) => deps.stored.remote.picture(...args),
    write,
    config: (account) => journal.config(account),
    planMail: (account, kind) => journal.planMail(account, kind),
    change: createSettingsChange(base, deps),
    realtime: {
      presence: realtime.presence,
      typing: (signal) => realtime.publishTyping(signal),
      publishDraft: (args) => realtime.publishDraft(args),
      publishReadMark: (args) => realtime.publishReadMark(args),
      ended: (session) => signs.end(session),
    },
    endpoints: sending.endpoints,
    tests: joinTests(Object.values<TestablePart>(sending.parts)),
    push: sending.parts.push.port,
    mail: sending.parts.mail.port,
    callTest: (account) => sending.parts.call.test(account),
    here: deps.onlineVisitors ?? noOnlineVisitors,
    erasing: deps.erasing,
    health: deps.health,
    openZip: createZipWriter,
    contentOf: async ({ storage, token, size }) =>
      (await deps.stored.getStorage(storage)?.read(token, { start: 0, end: size - 1 })) ?? null,
    archive: (account) =>
      createAccountArchive(
        { db: base.db, folder: deps.stored.incoming, getStorage: deps.stored.getStorage, now: () => clock.now(), version },
        account,
      ),
  });
  const pages = createWidgetTestPages({
    auth: signs,
    channels: store.channels,
    accounts: store.accounts,
    widgetBase: () => addresses().widgetBaseUrl,
    widgetDir,
  });
  return async (app) => {
    await app.register(api);
    await app.register(pages);
  };
}

/** Used without the widget edge: no visitor is online. */
const noOnlineVisitors: OperatorEdgeDeps["here"] = {
  online: () => [],
  pagesWithOwnRules: () => [],
  invite: () => "gone",
  withdraw: () => false,
};

/** Test events of each edge (API-053). */
interface TestablePart {
  readonly outbound: unknown;
  readonly tests?: Partial<OperatorEdgeDeps["tests"]>;
}
function joinTests(parts: readonly TestablePart[]): OperatorEdgeDeps["tests"] {
  const tests = parts.map((part) => part.tests ?? {});
  return { ...Object.assign({}, ...tests), samples: (account) => tests.flatMap((item) => item.samples?.(account) ?? []) };
}

/**
 * Wraps settings changes. This node evicts its caches before the answer is sent. Other consumers
 * receive `settings_changed`.
 */
function createSettingsChange(
  { journal, instance }: BaseServices,
  { settingsCaches, signs }: Pick<ServiceDeps, "settingsCaches" | "signs">,
): ChangeSettings {
  return async (account, run) => {
    let isInstance = false;
    const result = await journal.change(account, async (tx) => {
      const change = await run(tx);
      isInstance = change.changed.some((item) => item.kind === "instance");
      return change;
    });
    for (const edge of settingsCaches) edge.forget(account);
    signs.invalidate(account);
    if (isInstance) await instance.refresh();
    return result;
  };
}

function withLastInbound(
  store: OperatorEdgeDeps["channels"],
  lastInboundAt: ServiceDeps["lastInboundAt"] = () => null,
): OperatorEdgeDeps["channels"] {
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

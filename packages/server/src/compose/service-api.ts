import type { FastifyPluginAsync } from "fastify";
import type * as auth from "../auth/index.ts";
import { createServiceRoutes, maxExports, type ServiceApiDeps } from "../api/index.ts";
import { createWidgetTestPages } from "../api/channels/widget-test-pages.ts";
import { refuse } from "../core/failure.ts";
import { listOwnHosts } from "../settings/account/host-names.ts";
import { validateEgressTarget } from "../config/values.ts";
import { parseSeenCursor } from "../http/seen-cursor.ts";
import type { ChangeSettings } from "../journal/index.ts";
import { toClientKey } from "../limits/client-key.ts";
import { validateLimits } from "../limits/index.ts";
import type { Realtime } from "../realtime/index.ts";
import { createActionPorts, type ActionServices } from "./actions/index.ts";
import type { BaseServices } from "./base.ts";
import type { FileServices } from "./files.ts";
import type { SettingsCache } from "./journal-consumers.ts";
import type { DeliveryServices } from "./deliveries.ts";
import { widgetDir } from "../build-paths.ts";
import { createZipWriter } from "../account-data/zip-writer.ts";

interface ServiceDeps {
  readonly authService: auth.Auth;
  readonly realtime: Realtime;
  readonly live: Omit<ServiceApiDeps["live"], "feeds">;
  /** Edges that cache account settings. */
  readonly settingsCaches: readonly SettingsCache[];
  /**
   * Returns the time of an integrator's last request (CH-113). Absent if the channel edge is not
   * loaded.
   */
  readonly findLastRequests?: ServiceApiDeps["channels"]["findLastRequests"];
  readonly stored: FileServices;
  readonly sending: DeliveryServices;
  readonly actions: ActionServices;
  /** Visitors with an open page. Absent if the widget edge is not loaded. */
  readonly onlineVisitors?: ServiceApiDeps["visitors"]["onlineVisitors"];
  readonly erasing: ServiceApiDeps["visitors"]["erasing"];
  readonly health: ServiceApiDeps["installation"]["health"];
  readonly backups: ServiceApiDeps["installation"]["backups"];
}

/**
 * Creates the service API and the preview pages of a widget, and connects them to the other parts
 * of the server.
 */
export function createServiceApi(base: BaseServices, deps: ServiceDeps): FastifyPluginAsync {
  const { clock, journal, secrets, addresses } = base;
  const { authService, realtime, sending, stored } = deps;
  const { endpoints } = sending;
  const api = createServiceRoutes({
    base: {
      auth: authService,
      clock,
      reader: base.pools.reader,
      replicaReader: createReplicaReader(base),
      sql: base.db,
      secrets,
      change: createSettingsChange(base, deps),
      write: base.write,
      config: (account) => journal.config(account),
    },
    urls: {
      publicUrl: () => addresses().publicUrl,
      channelBase: () => addresses().webhookBaseUrl,
      widgetBase: () => addresses().widgetBaseUrl,
      botBase: () => addresses().botBaseUrl,
      help: () => addresses().helpUrl,
    },
    realtime,
    live: { ...deps.live, feeds: realtime.feeds },
    sending: {
      mail: sending.parts.mail.port,
      push: sending.parts.push.port,
      outbound: {
        check: (url, rules) => endpoints.check(url, rules),
        planMail: (account, kind) => sending.commands.planMail(account, kind),
      },
      assist: sending.assist,
      ...createActionPorts(deps.actions),
    },
    deliveries: createDeliveryPorts(base, deps),
    files: createFilePorts(stored),
    exportSlots: base.limits.openSlots("search_exports", () => maxExports),
    visitors: {
      onlineVisitors: deps.onlineVisitors ?? noOnlineVisitors,
      erasing: deps.erasing,
      imports: deps.actions.imports,
      moves: deps.actions.moves,
      moveUploads: deps.actions.moveUploads,
      contentOf: async ({ storage, token, size }) =>
        (await stored.getStorage(storage)?.read(token, { start: 0, end: size - 1 })) ?? null,
    },
    signIn: createSignInPorts(base),
    installation: createInstallationPorts(base, deps),
    channels: createChannelPorts(base, deps),
  });
  const pages = createWidgetTestPages({
    auth: authService,
    reader: base.pools.reader,
    widgetBase: () => addresses().widgetBaseUrl,
    widgetDir,
  });
  return async (app) => {
    await app.register(api);
    await app.register(pages);
  };
}

/**
 * A request reads at least what its cursor names, and what this node has published. Without a
 * cursor, it reads at least what the account contains when it begins, which the primary knows.
 */
function createReplicaReader({
  replica,
  pools,
  journal,
}: BaseServices): ServiceApiDeps["base"]["replicaReader"] {
  return (account, header) => {
    const cursor = parseSeenCursor(header);
    if (replica === null) return pools.reader;
    return replica.reader(async () => {
      if (cursor === null) return journal.head(account, Number.MAX_SAFE_INTEGER);
      const published = journal.published(account) ?? 0;
      return { epoch: cursor.epoch, position: Math.max(cursor.position, published) };
    });
  };
}

const createDeliveryPorts = (
  { inspector }: BaseServices,
  { sending }: ServiceDeps,
): ServiceApiDeps["deliveries"] => ({
  endpoints: sending.endpoints,
  tests: joinTests(Object.values<TestablePart>(sending.parts)),
  callTest: (account) => sending.parts.call.test(account),
  modelTest: sending.model.test,
  inspector,
});

function createFilePorts(stored: FileServices): ServiceApiDeps["files"] {
  return {
    files: stored.files,
    fileBytes: stored.fileBytes,
    picture: (...args) => stored.remote.picture(...args),
    openZip: createZipWriter,
  };
}

const createChannelPorts = (
  base: BaseServices,
  { findLastRequests, sending: { connectors, parts } }: ServiceDeps,
): ServiceApiDeps["channels"] => ({
  findLastRequests,
  connectors,
  addressCodes: createAddressCodes(base, parts.mail.port),
  newEmails: createNewEmailPort(base),
});

/** New emails have a limit of their own per account (MAIL-152). */
const createNewEmailPort = ({ limits }: BaseServices): ServiceApiDeps["channels"]["newEmails"] => ({
  async take(account) {
    const quota = await limits.take("new_emails", account);
    return quota.ok ? 0 : quota.retryAfterMs;
  },
});

/** Codes for addresses of channels have the limits of codes that visitors get (CORE-242). */
function createAddressCodes(
  { secrets, limits }: BaseServices,
  mail: DeliveryServices["parts"]["mail"]["port"],
): ServiceApiDeps["channels"]["addressCodes"] {
  return {
    hash: (text) => secrets.derive(`channel address ${text}`),
    async send(account, address, code) {
      if (!mail.isAvailable())
        refuse(
          "not_available",
          "This installation sends no mail. Ask its owner to allow the address.",
        );
      for (const [name, key] of [
        ["visitor_code", `${account} ${address}`],
        ["account_visitor_mail", account],
      ] as const) {
        const quota = await limits.take(name, key);
        if (!quota.ok)
          refuse("rate_limited", "Too many codes were sent. Try again later.", {
            retryAfterMs: quota.retryAfterMs,
          });
      }
      await mail.addressCode(account, address, code);
    },
  };
}

function createInstallationPorts(
  { addresses }: BaseServices,
  { health, backups, stored, sending: { nameRecords } }: ServiceDeps,
): ServiceApiDeps["installation"] {
  return {
    health,
    backups,
    limitFaults: validateLimits,
    egressTargetFault: validateEgressTarget,
    archive: stored.archive,
    hostNames: {
      listOwn: () => listOwnHosts(addresses()),
      findTextRecords: (name) => nameRecords.texts(name),
    },
  };
}

function createSignInPorts({ geo, limits, onFault }: BaseServices): ServiceApiDeps["signIn"] {
  return {
    locateAddress(address) {
      const { country, city } = geo.locate(address);
      return { country, city };
    },
    async takeReset(email, address) {
      // An IP address above its limit does not use up the limit of the email address in its
      // request.
      const addressAllowance = await limits.take("reset_address", toClientKey(address));
      const allowance = addressAllowance.ok
        ? await limits.take("reset_mail", email)
        : addressAllowance;
      return allowance.ok ? 0 : allowance.retryAfterMs;
    },
    onFault,
  };
}

/** Used without the widget edge. No visitor is online then. */
const noOnlineVisitors: ServiceApiDeps["visitors"]["onlineVisitors"] = {
  online: () => [],
  pagesWithOwnRules: () => Promise.resolve([]),
  invite: () => Promise.resolve("gone" as const),
  withdraw: () => Promise.resolve(false),
};

/** Test functions of an edge (API-053). */
interface TestablePart {
  readonly outbound: unknown;
  readonly tests?: Partial<ServiceApiDeps["deliveries"]["tests"]>;
}
function joinTests(parts: readonly TestablePart[]): ServiceApiDeps["deliveries"]["tests"] {
  const tests = parts.map((part) => part.tests ?? {});
  return {
    ...Object.assign({}, ...tests),
    samples: (account) => tests.flatMap((item) => item.samples?.(account) ?? []),
  };
}

/**
 * Wraps settings changes. This node evicts its caches before it responds. Other consumers receive
 * `settings_changed`.
 */
function createSettingsChange(
  { journal, instance }: BaseServices,
  { settingsCaches, authService }: ServiceDeps,
): ChangeSettings {
  return async (account, run) => {
    let isInstance = false;
    const result = await journal.change(account, async (tx) => {
      const change = await run(tx);
      isInstance = change.changed.some((item) => item.kind === "instance");
      return change;
    });
    for (const edge of settingsCaches) edge.evictAccount(account);
    authService.invalidate(account);
    if (isInstance) await instance.refresh();
    return result;
  };
}

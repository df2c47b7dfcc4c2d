import type { FastifyPluginAsync } from "fastify";
import * as auth from "../auth/index.ts";
import { operatorEdge, type OperatorEdgeDeps } from "../edges/operator/index.ts";
import { widgetPages } from "../edges/operator/widget-pages.ts";
import { validateEgressTarget } from "../config-values.ts";
import type { ChangeSettings } from "../journal/index.ts";
import { clientKey } from "../limits/client-key.ts";
import { limitFaults } from "../limits/index.ts";
import type { Realtime } from "../realtime/index.ts";
import type { ServiceStore } from "../store/service/index.ts";
import { version } from "../version.ts";
import { accountArchive } from "./account-archive.ts";
import type { Ground } from "./ground.ts";
import type { StoredFiles } from "./files.ts";
import type { Forgetful } from "./following.ts";
import type { Sending } from "./sending.ts";
import { widgetDir } from "./built.ts";
import { openZip } from "./zip.ts";

interface Around {
  readonly store: ServiceStore;
  readonly signs: auth.Auth;
  readonly realtime: Realtime;
  /** Edges that cache settings. */
  readonly forgetful: readonly Forgetful[];
  /**
   * CH-113: only the channel edge has the time of an integrator's last request. Absent without that
   * edge.
   */
  readonly lastInboundAt?: (channelId: number) => number | null;
  readonly stored: StoredFiles;
  readonly sending: Pick<Sending, "endpoints" | "parts">;
  /** Visitors who have a page with a widget open. Absent without the widget edge. */
  readonly here?: OperatorEdgeDeps["here"];
  readonly erasing: OperatorEdgeDeps["erasing"];
  readonly health: OperatorEdgeDeps["health"];
}

/** Creates the service API and the preview pages of a widget, connected to the other parts. */
export function openService(ground: Ground, around: Around): FastifyPluginAsync {
  const { clock, journal, limits, write, secrets, places } = ground;
  const { store, signs, realtime, sending } = around;
  const api = operatorEdge({
    ...store,
    clock,
    inspector: ground.inspector,
    auth: signs,
    rights: auth,
    limitFaults,
    egressTargetFault: validateEgressTarget,
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
      // An address over its limit does not consume the limit of the email address in its request.
      const ofAddress = limits.take("reset_address", clientKey(address));
      const taken = ofAddress.ok ? limits.take("reset_mail", email) : ofAddress;
      return taken.ok ? 0 : taken.retryAfterMs;
    },
    onFault: ground.onFault,
    channels: withLastInbound(store.channels, around.lastInboundAt),
    files: around.stored.files,
    fileBytes: around.stored.fileBytes,
    picture: (...of) => around.stored.remote.picture(...of),
    write,
    config: (account) => journal.config(account),
    planMail: (account, kind) => journal.planMail(account, kind),
    change: forgetting(ground, around),
    realtime: {
      presence: realtime.presence,
      typing: (signal) => realtime.typing(signal),
      drafted: (of) => realtime.drafted(of),
      marked: (of) => realtime.marked(of),
      ended: (who) => signs.end(who),
    },
    endpoints: sending.endpoints,
    tests: testsOf(Object.values<TestedPart>(sending.parts)),
    push: sending.parts.push.port,
    mail: sending.parts.mail.port,
    callTest: (account) => sending.parts.call.test(account),
    here: around.here ?? nobody,
    erasing: around.erasing,
    health: around.health,
    openZip,
    contentOf: async ({ storage, token, size }) =>
      (await around.stored.storageOf(storage)?.read(token, { start: 0, end: size - 1 })) ?? null,
    archive: (account) =>
      accountArchive(
        { db: ground.db, folder: around.stored.incoming, storageOf: around.stored.storageOf, now: () => clock.now(), version },
        account,
      ),
  });
  const pages = widgetPages({
    auth: signs,
    channels: store.channels,
    accounts: store.accounts,
    widgetBase: () => places().widgetBaseUrl,
    widgetDir,
  });
  return async (app) => {
    await app.register(api);
    await app.register(pages);
  };
}

/** Used without the widget edge: no visitor is online. */
const nobody: OperatorEdgeDeps["here"] = { online: () => [], replaced: () => [], invite: () => "gone", withdraw: () => false };

/** Test events of each edge (API-053). */
interface TestedPart {
  readonly outbound: unknown;
  readonly tests?: Partial<OperatorEdgeDeps["tests"]>;
}
function testsOf(parts: readonly TestedPart[]): OperatorEdgeDeps["tests"] {
  const tests = parts.map((part) => part.tests ?? {});
  return { ...Object.assign({}, ...tests), samples: (account) => tests.flatMap((one) => one.samples?.(account) ?? []) };
}

/**
 * Wraps settings changes. This node evicts its caches before the answer is sent. Other consumers
 * receive `settings_changed`.
 */
function forgetting({ journal, instance }: Ground, { forgetful, signs }: Pick<Around, "forgetful" | "signs">): ChangeSettings {
  return async (account, run) => {
    let isInstance = false;
    const result = await journal.change(account, async (tx) => {
      const done = await run(tx);
      isInstance = done.changed.some((one) => one.kind === "instance");
      return done;
    });
    for (const edge of forgetful) edge.forget(account);
    signs.invalidate(account);
    if (isInstance) await instance.refresh();
    return result;
  };
}

function withLastInbound(
  store: OperatorEdgeDeps["channels"],
  lastInboundAt: Around["lastInboundAt"] = () => null,
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

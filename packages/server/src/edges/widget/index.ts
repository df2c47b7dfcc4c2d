import type { FastifyInstance } from "fastify";
import type { Edge } from "../../http/edge.ts";
import type { MovableSockets, UpgradeRoute } from "../../realtime/index.ts";
import { assetRoutes, fixedScriptPaths } from "./pages/asset-routes.ts";
import { chatPageRoutes } from "./pages/chat-page/routes.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { openReleaseFiles } from "./pages/release-files.ts";
import { createReplyTimes } from "./session/reply-times.ts";
import { openVisitorConnections } from "./connections.ts";
import { mediaRoutes } from "./pages/media.ts";
import { presenceRoute } from "./pages/presence-route.ts";
import { SiteRecorder } from "./session/sites.ts";
import type { OnlineVisitors } from "./visits/online-visitors.ts";

export interface WidgetEdge extends Edge {
  /** Upgrade handlers of visitor sockets by path. */
  readonly upgrades: ReadonlyMap<string, UpgradeRoute>;
  readonly visitors: OnlineVisitors;
  /** Resolves when all writes after the end of a visit are done. For tests. */
  settle(): Promise<unknown>;
  /** The sockets of chat windows, to move them to other nodes. */
  readonly moves: MovableSockets;
  stats(): { sockets: number; awaited: number; closed: Readonly<Record<number, number>> };
  close(): Promise<void>;
}

/**
 * Creates the server side of interface D: the widget script, the chat window, page presence and
 * visitor sockets. `widgetDir` is the folder of the built widget.
 */
export function createWidgetEdge(deps: WidgetEdgeDeps, widgetDir: string): WidgetEdge {
  const sites = new SiteRecorder({
    clock: deps.clock,
    noteSite: (note) => deps.store.noteSite(note),
    log: deps.log,
  });
  const { config, write, subscribe, onMove } = deps.journal;
  const handshake = { ...deps, config, write, sites, replyTimes: createReplyTimes(deps) };
  const { cluster } = deps.visits;
  const live = openVisitorConnections({ ...deps, cluster, handshake, subscribe, onMove });
  const files = openReleaseFiles({ ...deps, widgetDir });
  const { host, pathname } = new URL(deps.urls.widgetBase());
  const prefix = pathname.replace(/\/+$/, "");
  return {
    name: "widget",
    upgrades: new Map([[`${prefix}/socket`, live.sockets.upgrade]]),
    routes: async (app) => {
      if (prefix === "") limitToHost(app, host);
      assetRoutes(app, prefix, { ...deps, config, sites }, files);
      chatPageRoutes(app, { ...deps, config }, files);
      await mediaRoutes(app, prefix, { ...deps, config });
      await presenceRoute(app, prefix, deps, live.presence);
    },
    visitors: live.visitors,
    settle: () => live.settle(),
    moves: live.sockets.moves,
    stats: () => live.sockets.stats(),
    async close() {
      await live.close();
      await files.close();
      await sites.settle();
    },
  };
}

const fixedPaths = new Set<string>([...fixedScriptPaths.byPath, fixedScriptPaths.byAttribute]);

/**
 * If the base URL has no path, its routes are available only on its host. Otherwise they would
 * replace routes of the application (CFG-012).
 */
function limitToHost(app: FastifyInstance, host: string): void {
  app.addHook("onRoute", (route) => {
    if (!fixedPaths.has(route.url)) route.constraints = { ...route.constraints, host };
  });
}

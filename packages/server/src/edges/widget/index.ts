import type { Edge } from "../../http/edge.ts";
import type { Upgrade } from "../../realtime/index.ts";
import { builtRoutes } from "./built-routes.ts";
import type { WidgetEdgeDeps } from "./deps.ts";
import { openFiles } from "./files.ts";
import type { HelloDeps } from "./hello.ts";
import { openLive } from "./live.ts";
import { mediaRoutes } from "./media.ts";
import { presenceRoute } from "./presence-route.ts";
import { Sites } from "./sites.ts";
import type { VisitorsHere } from "./visitors-here.ts";

export type { Entry, KnownVisitor, Widget, WidgetStore } from "./deps.ts";
export type { VisitorsHere } from "./visitors-here.ts";
export type { Seat } from "./seat.ts";

export interface WidgetEdge extends Edge {
  /** Upgrade handlers of visitor sockets by path. */
  readonly upgrades: ReadonlyMap<string, Upgrade>;
  readonly visitors: VisitorsHere;
  /** Resolves when no write after the end of a visit is in progress. For tests. */
  settle(): Promise<unknown>;
  stats(): { sockets: number; awaited: number; closed: Readonly<Record<number, number>> };
  close(): Promise<void>;
}

/**
 * Creates the server side of interface D: the widget script, the chat window, page presence and
 * visitor sockets.
 */
export function widgetEdge(deps: WidgetEdgeDeps & Pick<HelloDeps, "locate">): WidgetEdge {
  const sites = new Sites({ clock: deps.clock, noteSite: (note) => deps.store.noteSite(note), log: deps.log });
  const live = openLive({ ...deps, sites });
  const files = openFiles(deps);
  const { host, pathname } = new URL(deps.widgetBaseUrl());
  const prefix = pathname.replace(/\/+$/, "");
  return {
    name: "widget",
    upgrades: new Map([[`${prefix}/socket`, live.sockets.upgrade]]),
    routes: async (app) => {
      // A base URL without a path answers on its own host only, so that it does not replace routes
      // of the application (CFG-012).
      if (prefix === "")
        app.addHook("onRoute", (route) => {
          if (!route.url.startsWith("/script/")) route.constraints = { ...route.constraints, host };
        });
      builtRoutes(app, prefix, { ...deps, sites }, files);
      await mediaRoutes(app, prefix, deps);
      await presenceRoute(app, prefix, deps, live.presence);
    },
    visitors: live.visitors,
    settle: () => live.settle(),
    stats: () => live.sockets.stats(),
    async close() {
      await live.close();
      await files.close();
      await sites.settle();
    },
  };
}

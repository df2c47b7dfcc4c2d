import { appDir } from "../build-paths.ts";
import { waitForNextTurn } from "../core/pause.ts";
import type { Health } from "../health/service.ts";
import type { BaseServices } from "./base.ts";
import type { ServerOptions, TestHooks } from "./server-options.ts";
import { buildHttp } from "../http/index.ts";
import { forAudience } from "../http/origins.ts";

/**
 * Maximum number of pending connections that the operating system queues. With Node's default of
 * 511, a mass reconnect or one account with thousands of connections fills the queue. The system
 * then also drops other connections, which retry after 1, 3 and 7 s (P7, P13). The system limit
 * `net.core.somaxconn` also applies.
 */
const maxPendingHandshakes = 4_096;

export type App = ReturnType<typeof buildHttp>;
type Routes = Parameters<typeof forAudience>[1];
/** A plugin with routes, or a part that has one. */
type Routed = Routes | { readonly routes: Routes };

/** Registers the routes in several turns, so that other parts can start meanwhile (PERF-12). */
export async function registerRoutes(
  app: App,
  routes: Readonly<Record<"visitors" | "operators", readonly Routed[]>>,
): Promise<void> {
  for (const audience of ["visitors", "operators"] as const)
    for (const part of routes[audience]) {
      const plugin = typeof part === "function" ? part : part.routes;
      await app.register(forAudience(audience, plugin));
      await waitForNextTurn();
    }
}

/** Returns the port, or null if it is not a TCP port. Closes all parts on failure. */
export async function listen(
  app: App,
  { host, port }: ServerOptions["config"],
  close: () => Promise<void>,
): Promise<number | null> {
  try {
    await app.listen({ host, port, backlog: maxPendingHandshakes });
  } catch (error) {
    await close();
    throw error;
  }
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : null;
}

export function createHttp(
  base: BaseServices,
  health: Health,
  { onRoute }: TestHooks,
): ReturnType<typeof buildHttp> {
  const { clock, log, config, metrics, telemetry, limits, instance, addresses } = base;
  const app = buildHttp({
    clock,
    log,
    publicUrl: () => addresses().publicUrl,
    widgetUrl: addresses().widgetUrl,
    readClientAddress: base.readClientAddress,
    supportContact: () => instance.supportContact(),
    bodyLimit: () => limits.value("body_kib") * 1024,
    appDir,
    metrics: { registry: metrics, token: config.metricsToken },
    onRequest: telemetry.request,
    checks: () => health.ready(),
    findings: () => base.environment.findings(),
    onAcceptError: (error) => health.acceptFailed(error),
  });
  if (onRoute) app.addHook("onRoute", onRoute);
  return app;
}

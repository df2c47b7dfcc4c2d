import type { FastifyInstance, FastifyRequest } from "fastify";
import { refuse } from "../core/failure.ts";
import { forwardingHeaders } from "./client-address.ts";
import { isEqualSecret } from "./secret.ts";

export interface HealthDeps {
  /** Returns the checks that must pass before messages are accepted: `ok` or the problem. */
  readonly checks: () => Promise<Readonly<Record<string, string>>>;
  /** Returns what this node has seen of its surroundings (CFG-166), for `parlour doctor`. */
  readonly findings: () => readonly object[];
  readonly metrics: {
    readonly registry: { text(): Promise<string>; readonly contentType: string };
    /** Token that a request for metrics must contain. Null: metrics are not served. */
    readonly token: string | null;
  };
}

/** Registers `/health`, `/ready` (CFG-016), `/findings` (CFG-170) and `/metrics` (CFG-011). */
export function registerHealthRoutes(
  app: FastifyInstance,
  { checks, findings, metrics: { registry, token } }: HealthDeps,
): void {
  app.get(
    "/health",
    { logLevel: "silent", config: { hot: true, audience: "both" } },
    (_request, reply) => reply.header("cache-control", "no-store").send({ ok: true }),
  );

  app.get("/ready", { config: { hot: true, audience: "both" } }, async (_request, reply) => {
    const states = await checks();
    const ready = Object.values(states).every((state) => state === "ok");
    return reply
      .code(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ ready, checks: states });
  });

  app.get("/findings", { config: { hot: true, audience: "operators" } }, async (request, reply) => {
    assertFromThisMachine(request, "Findings are shown to this machine only.");
    return reply.header("cache-control", "no-store").send({ findings: findings() });
  });

  app.get("/metrics", { config: { hot: true, audience: "operators" } }, async (request, reply) => {
    assertMetricsAccess(request, token);
    return reply
      .header("cache-control", "no-store")
      .type(registry.contentType)
      .send(await registry.text());
  });
}

function assertMetricsAccess(request: FastifyRequest, token: string | null): void {
  if (token === null) {
    assertFromThisMachine(
      request,
      "Metrics are shown to this machine only, unless METRICS_TOKEN is set.",
    );
    return;
  }
  const sentToken = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (!isEqualSecret(sentToken, token))
    refuse("unauthorized", "Send METRICS_TOKEN as a bearer token.");
}

/**
 * Refuses clients on other machines. Behind a local proxy, every client appears local. The headers
 * of the proxy reveal that the client may be remote.
 */
function assertFromThisMachine({ headers, socket }: FastifyRequest, message: string): void {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  if (!isLoopback(socket.remoteAddress) || isForwarded) refuse("forbidden", message);
}

/** Returns whether an address belongs to this machine, also as IPv4 mapped into IPv6. */
function isLoopback(address: string | undefined): boolean {
  return (
    address !== undefined &&
    (address === "::1" || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/i.test(address))
  );
}

import type { Outcome } from "../core/entity.ts";
import type { Clock } from "../core/ports.ts";
import { Connections, discard, type Connection } from "./connections.ts";
import { connect, orAbort, systemDial, type Dial } from "./dial.ts";
import { Deadline } from "./deadline.ts";
import { exchange, type Exchanged } from "./exchange.ts";
import { asFault, Fault } from "./fault.ts";
import { checkAddresses, isListed, literalOf, targetOf, type Target } from "./guard.ts";
import { systemResolve, type Resolve } from "./resolve.ts";
import { stream, type StreamReply, type StreamRequest } from "./stream.ts";

export type { StreamReply, StreamRequest } from "./stream.ts";
export type { Dial, Dialled } from "./dial.ts";
export type { Resolve } from "./resolve.ts";

/** The only dialler (R4): every request to an address that somebody gave us. */
export interface Egress {
  /** One POST: no redirects, cookies or proxies; total time and size limits (CORE-120, CORE-123). Never throws for the peer's faults. */
  post(request: EgressRequest): Promise<EgressReply>;
  /** One request of a file, under the same rules. `failed` until the head is there; later the body itself fails. */
  open(request: StreamRequest): Promise<({ readonly kind: "answered" } & StreamReply) | StreamFailed>;
  /** The same address rules without a dial, for saving (CORE-123). A name that cannot be found passes: the dial checks again. `https`: plain http only to listed targets (BOT-013). */
  check(url: string, secure?: "http" | "https"): Promise<{ ok: true } | { ok: false; message: string }>;
  /** Closes kept connections. */
  close(): void;
}
export interface EgressRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** `Transfer-Encoding: chunked` instead of `Content-Length` (CH-073). */
  readonly chunked: boolean;
  /** Total time, name lookup and TLS included. */
  readonly timeoutMs: number;
  /** Most body bytes on the wire, and again after decoding. */
  readonly maxReplyBytes: number;
}
export type EgressReply =
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: Buffer;
      readonly durationMs: number;
    }
  /** `status` and `headers` are known when the fault lies in the body. */
  | {
      readonly kind: "failed";
      readonly outcome: Outcome;
      readonly message: string;
      readonly status: number | null;
      readonly headers?: Readonly<Record<string, string>>;
      readonly durationMs: number;
    };

export interface StreamFailed {
  readonly kind: "failed";
  readonly outcome: Outcome;
  readonly message: string;
}

export interface EgressOptions {
  readonly clock: Clock;
  /** Private targets that may be called: `host:port`, address or CIDR (CFG-010, API-043). Asked at every request; a changed list is another array. */
  allowed(): readonly string[];
  readonly resolve?: Resolve;
  readonly dial?: Dial;
  /** Certificate to trust besides the system's; tests only. */
  readonly ca?: string;
  /** Kept idle connections; default 512, 64 per origin. */
  readonly idle?: { readonly total: number; readonly perOrigin: number };
}

export function openEgress(options: EgressOptions): Egress {
  const { clock } = options;
  const deps = {
    resolve: options.resolve ?? systemResolve(),
    dial: options.dial ?? systemDial,
    allowed: () => options.allowed(),
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  };
  const targets = openTargets();
  const connections = new Connections(options.idle ?? { total: 512, perOrigin: 64 });

  return {
    async post(request) {
      const started = clock.monotonic();
      const durationMs = (): number => Math.max(0, Math.round(clock.monotonic() - started));
      const deadline = new Deadline();
      const cancel = clock.alarm(clock.now() + request.timeoutMs, () =>
        deadline.end(new Fault("timeout", `No complete answer within ${request.timeoutMs} ms.`)),
      );
      let connection: Connection | undefined;
      let head: Pick<Extract<EgressReply, { kind: "failed" }>, "status" | "headers"> = { status: null };
      try {
        const target = targets.of(request.url);
        const ask = (over: Connection): Promise<Exchanged> =>
          exchange(over, target.path, request, deadline, (status, headers) => {
            head = { status, headers };
          });
        const old = kept(target);
        let answer: Exchanged | undefined;
        if (old !== undefined) {
          connection = old;
          const sent = old.sent();
          answer = await ask(old).catch((error: unknown) => {
            // A kept connection that closed before the peer saw a byte costs no attempt.
            if (deadline.fault !== null || old.sent() !== sent) throw error;
            discard(old);
            return undefined;
          });
        }
        if (answer === undefined) {
          connection = await opened(target, deadline.signal);
          answer = await ask(connection);
        }
        if (connection !== undefined) connections.give(connection);
        return { kind: "answered", ...answer, durationMs: durationMs() };
      } catch (error) {
        if (connection !== undefined) discard(connection);
        // undici wraps what ended the request; the deadline is the cause then.
        const fault = deadline.fault ?? asFault(error);
        return { kind: "failed", outcome: fault.outcome, message: fault.message, ...head, durationMs: durationMs() };
      } finally {
        cancel();
      }
    },

    async open(request) {
      const deadline = new Deadline();
      const late = (ms: number) => () => deadline.end(new Fault("timeout", `No complete answer within ${ms} ms.`));
      const cancelHead = clock.alarm(clock.now() + request.headTimeoutMs, late(request.headTimeoutMs));
      const cancel = clock.alarm(clock.now() + request.timeoutMs, late(request.timeoutMs));
      let connection: Connection | undefined;
      try {
        const target = targets.of(request.url);
        const ask = (over: Connection): Promise<StreamReply> =>
          stream(over, target.path, request, deadline, (isWhole) => {
            cancel();
            if (isWhole) connections.give(over);
            else discard(over);
          });
        // A kept connection may have been closed meanwhile; a body can be sent once only, so it gets a new one.
        const old = request.body === undefined ? kept(target) : undefined;
        const again = old === undefined ? null : await ask(old).catch(() => null);
        if (old !== undefined && again === null) discard(old);
        const reply = again ?? (await ask((connection = await opened(target, deadline.signal))));
        return { kind: "answered", ...reply };
      } catch (error) {
        cancel();
        if (connection !== undefined) discard(connection);
        const fault = deadline.fault ?? asFault(error);
        return { kind: "failed", outcome: fault.outcome, message: fault.message };
      } finally {
        cancelHead();
      }
    },

    async check(url, secure = "http") {
      const deadline = new AbortController();
      const cancel = clock.alarm(clock.now() + 3_000, () =>
        deadline.abort(new Fault("timeout", "The name servers did not answer in time.")),
      );
      try {
        const target = targetOf(url);
        const literal = literalOf(target);
        const addresses = literal === null ? await orAbort(deps.resolve(target.host), deadline.signal).catch(() => []) : [literal];
        if (addresses.length > 0) checkAddresses(target, addresses, deps.allowed());
        if (secure === "https" && !target.secure && !isListed(target, addresses, deps.allowed()))
          return { ok: false, message: `${target.host} must be called by https: plain http is for targets on the allow list.` };
        return { ok: true };
      } catch (error) {
        if (error instanceof Fault) return { ok: false, message: error.message };
        throw error;
      } finally {
        cancel();
      }
    },

    close: () => connections.close(),
  };

  /** A kept connection whose address may still be called; looked at again only when the list of what is allowed has changed. */
  function kept(target: Target): Connection | undefined {
    const allowed = deps.allowed();
    return connections.take(target.origin, (connection) => {
      if (connection.checkedBy === allowed) return true;
      try {
        checkAddresses(target, [connection.address], allowed);
        connection.checkedBy = allowed;
        return true;
      } catch (error) {
        if (error instanceof Fault) return false;
        throw error;
      }
    });
  }

  async function opened(target: Target, signal: AbortSignal): Promise<Connection> {
    const { socket, address } = await connect(deps, target, signal);
    return connections.adopt(target.origin, address, socket);
  }
}

/** Targets of the URLs asked for last: reading a URL costs as much as signing a body. */
function openTargets(): { of(url: string): Target } {
  const known = new Map<string, Target>();
  return {
    of(url) {
      let target = known.get(url);
      if (target === undefined) {
        target = targetOf(url);
        if (known.size >= mostTargets) known.clear();
        known.set(url, target);
      }
      return target;
    },
  };
}
const mostTargets = 1_000;

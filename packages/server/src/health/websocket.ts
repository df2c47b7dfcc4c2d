import { randomBytes } from "node:crypto";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { ServerAddresses } from "../config/read-config.ts";
import type { Clock } from "../core/command.ts";
import { createFinding, type Finding } from "./finding.ts";

/** The outcome of a handshake: the code of the refusal, or the reason why there is no answer. */
type Outcome =
  | { readonly kind: "opened" }
  | { readonly kind: "refused"; readonly code: string }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * Opens the socket of a chat window and that of an operator through the public addresses, as a
 * browser does (CFG-170). An operator's is refused with `unauthorized` only after the upgrade.
 */
export async function checkWebSockets(
  { publicUrl, widgetBaseUrl, origins }: ServerAddresses,
  clock: Clock,
): Promise<readonly Finding[]> {
  const urls = [`${publicUrl}/api/v1/socket`, `${widgetBaseUrl}/socket`];
  const findings = await Promise.all(
    urls.map(async (url) => {
      const { origin } = new URL(url);
      const opened = origins.includes(origin) ? new URL(publicUrl).origin : origin;
      return toFinding(origin, await openSocket(url, opened, clock));
    }),
  );
  // One proxy usually serves both.
  return [...new Map(findings.map((finding) => [finding.message, finding])).values()];
}

function toFinding(url: string, outcome: Outcome): Finding {
  if (outcome.kind === "opened") return createFinding("proxy_sockets_good", { url });
  if (outcome.kind === "failed")
    return createFinding("proxy_unreachable", { url, reason: outcome.reason });
  if (outcome.code === "unauthorized") return createFinding("proxy_sockets_good", { url });
  return outcome.code === "websocket_needed"
    ? createFinding("proxy_no_websockets", { url })
    : createFinding("proxy_unreachable", { url, reason: outcome.code });
}

function openSocket(url: string, origin: string, clock: Clock): Promise<Outcome> {
  return new Promise((resolve) => {
    const send = url.startsWith("https:") ? requestHttps : requestHttp;
    const request = send(url, {
      headers: {
        connection: "Upgrade",
        upgrade: "websocket",
        "sec-websocket-version": "13",
        "sec-websocket-key": randomBytes(16).toString("base64"),
        origin,
      },
    });
    const end = (outcome: Outcome): void => {
      cancel();
      request.destroy();
      resolve(outcome);
    };
    const cancel = clock.scheduleAt(clock.now() + 5_000, () =>
      end({ kind: "failed", reason: "no response within 5 s" }),
    );
    request.once("upgrade", () => end({ kind: "opened" }));
    request.once("response", (response) => {
      void readCode(response).then((code) => end({ kind: "refused", code }));
    });
    request.once("error", (error: NodeJS.ErrnoException) =>
      end({ kind: "failed", reason: error.code ?? error.message }),
    );
    request.end();
  });
}

/** Returns the code of an error of Parlour, or the status of another server's answer. */
async function readCode(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const part of response) parts.push(part as Buffer);
    const { error } = JSON.parse(Buffer.concat(parts).toString()) as {
      readonly error?: { readonly code?: unknown };
    };
    if (typeof error?.code === "string") return error.code;
  } catch {
    // The answer is that of a proxy, not of Parlour.
  }
  return `HTTP ${response.statusCode}`;
}

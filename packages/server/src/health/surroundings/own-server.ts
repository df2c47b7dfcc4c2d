import { randomBytes } from "node:crypto";
import { get, request as requestHttp, type IncomingMessage } from "node:http";
import { request as requestHttps } from "node:https";
import type { ServerAddresses } from "../../config/read-config.ts";
import type { Clock } from "../../core/command.ts";
import { createFinding, type Finding } from "../finding.ts";

/** A finding for the doctor alone, or one of the installation. */
type ShownFinding = Omit<Finding, "code" | "values">;

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
): Promise<readonly ShownFinding[]> {
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

function toFinding(url: string, outcome: Outcome): ShownFinding {
  if (outcome.kind === "refused" && outcome.code === "websocket_needed")
    return createFinding("proxy_no_websockets", { url });
  if (outcome.kind === "opened" || (outcome.kind === "refused" && outcome.code === "unauthorized"))
    return { check: "proxy", state: "good", message: `WebSockets open through ${url}` };
  const reason = outcome.kind === "failed" ? outcome.reason : outcome.code;
  return {
    check: "proxy",
    state: "warning",
    message: `no WebSocket opens through ${url} (${reason})`,
    advice:
      "check PUBLIC_URL, the name and the proxy; if only this machine cannot reach the address, ignore this",
  };
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
  try {
    const { error } = JSON.parse(await readText(response)) as {
      readonly error?: { readonly code?: unknown };
    };
    if (typeof error?.code === "string") return error.code;
  } catch {
    // The answer is that of a proxy, not of Parlour.
  }
  return `HTTP ${response.statusCode}`;
}

/** Asks the server at an address of this machine what it has seen. Null: no answer of Parlour. */
export function readSeenFindings(
  host: string,
  port: number,
): Promise<readonly ShownFinding[] | null> {
  return new Promise((resolve) => {
    const request = get({ host, port, path: "/findings", timeout: 5_000 }, (response) => {
      void readFindings(response).then(resolve);
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(null));
  });
}

async function readFindings(response: IncomingMessage): Promise<readonly ShownFinding[] | null> {
  try {
    const { findings } = JSON.parse(await readText(response)) as {
      readonly findings?: readonly ShownFinding[];
    };
    return findings ?? null;
  } catch {
    // Another program uses the port.
    return null;
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

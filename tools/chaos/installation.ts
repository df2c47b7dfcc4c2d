import { mkdtempSync, chmodSync, writeFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  findFreePort,
  startIntegrator,
  type FakeIntegrator,
} from "../../packages/testkit/src/index.ts";
import { signIn } from "../cluster/sign-in.ts";
import { startCluster, type Cluster } from "../cluster/start-cluster.ts";

const password = "correct horse battery staple";
const randomString = "k3yk3yk3yk3yk3yk3yk3yk3y";
const publicId = "AbCdEf1234";
const widgetId = "WiDgEt1234";
/** The owner of the account, who answers all chats of the load. */
const answering = "Ann";
/** Operators who own one chat each, with a socket at one node or at the balancer. */
const owning = ["Bob", "Carl", "Dora"] as const;
/** The operator whose sessions the probes end. */
const leaving = "Eve";

/** A cluster with an account, its operators, a channel and a widget. */
export interface Installation {
  readonly cluster: Cluster;
  readonly integrator: FakeIntegrator;
  /** The address of the balancer for requests. */
  readonly origin: string;
  readonly inboundUrl: string;
  readonly widgetId: string;
  readonly answering: OperatorAccess;
  readonly owning: readonly OperatorAccess[];
  readonly leaving: OperatorAccess;
  /** Signs in at an address. Returns the headers of the session. */
  readonly signIn: (
    operator: OperatorAccess,
    url: string,
  ) => Promise<Readonly<Record<string, string>>>;
  stop(): Promise<void>;
}
export interface OperatorAccess {
  readonly name: string;
  readonly email: string;
  readonly key: string;
}

export async function startInstallation(options: {
  readonly hasRedis: boolean;
  /** Entry of a build with a planted fault. */
  readonly entry?: string | undefined;
  readonly onLog: (node: number, text: string) => void;
}): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-chaos-"));
  // The database's user must be able to pass.
  chmodSync(folder, 0o711);
  const integrator = await startIntegrator(await findFreePort());
  const operators = [answering, ...owning, leaving].map((name, n) => ({
    name,
    email: `${name.toLowerCase()}@example.test`,
    key: `pk_test_${String(n).repeat(32)}`,
  }));
  const file = join(folder, "parlour.yaml");
  writeFileSync(file, describeAccount(operators, integrator.url), { mode: 0o600 });
  const cluster = await startCluster({
    folder,
    hasRedis: options.hasRedis,
    hasRelays: true,
    startsTogether: true,
    ...(options.entry !== undefined && { entry: options.entry }),
    env: { PARLOUR_CONFIG: file, SHUTDOWN_MOVE: "5" },
    onLog: options.onLog,
  });
  const origin = `http://127.0.0.1:${cluster.port}`;
  const [first, ...others] = operators as [OperatorAccess, ...OperatorAccess[]];
  return {
    cluster,
    integrator,
    origin,
    inboundUrl: `${origin}/channel/${randomString}/${publicId}`,
    widgetId,
    answering: first,
    owning: others.slice(0, -1),
    leaving: others.at(-1) ?? first,
    signIn: ({ email }, url) => signIn({ email, password, url, origin: cluster.url }),
    async stop() {
      await cluster.stop();
      await integrator.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function describeAccount(operators: readonly OperatorAccess[], integratorUrl: string): string {
  const emails = operators.slice(0, -1).map(({ email }) => email);
  return `version: 1
account: { name: Acme }
operators:
${operators.map(({ name, email }, n) => `  - { email: ${email}, name: ${name}, password: "${password}", role: ${n === 0 ? "owner" : "operator"} }`).join("\n")}
api_keys:
${operators.map(({ name, email, key }) => `  - { name: ${name}, key: ${key}, operator: ${email}, scopes: ["*"] }`).join("\n")}
channels:
  - { kind: api, name: Shop, public_id: ${publicId}, random_string: ${randomString}, endpoint_url: "${integratorUrl}/chat", operators: [${emails.join(", ")}] }
  - { kind: widget, name: Site, public_id: ${widgetId}, operators: [${emails.join(", ")}] }
egress: { allow: ["${new URL(integratorUrl).host}"] }
`;
}

/** Calls the service API. Returns the body, or null after another status than 2xx. */
export async function callApi<T>(
  url: string,
  { key }: OperatorAccess,
  path: string,
  request: { readonly method?: string; readonly body?: unknown } = {},
): Promise<T | null> {
  try {
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: request.method ?? "GET",
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    return response.ok ? ((text === "" ? {} : JSON.parse(text)) as T) : null;
  } catch {
    return null;
  }
}

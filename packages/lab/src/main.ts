import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { allowLabAddress, type EgressPermission } from "./service-api/egress-permission.ts";
import { defaultBehaviour } from "./endpoints/behaviour.ts";
import { defaultReply } from "./hook/event.ts";
import { loadSetup, saveSetup, type SavedSetup } from "./saved-setup.ts";
import type { LabServices } from "./panels/lab-services.ts";
import { describeConnection, startLabServices } from "./panels/services.ts";
import { normalizeInboundUrl, parseOptions, type LabOptions } from "./options.ts";
import { createLabRegistration, type LabRegistration } from "./registration.ts";
import { serveLab } from "./server.ts";
import { LabState } from "./state.ts";
import { refreshStatus, pollStatus } from "./channel/status.ts";

/** Input and output of the lab. */
export interface LabDeps {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Stops the lab when aborted. */
  readonly signal: AbortSignal;
}

/**
 * Runs `parlour lab`, which acts as the integrator of a chat API channel, a bot and a webhook until
 * `signal` is aborted. Uses only the public interface. Resolves with the exit code of CLI-002: 0
 * ended, 1 could not start, 2 wrong usage.
 */
export async function runLabCommand(deps: LabDeps): Promise<number> {
  const parsed = parseOptions(deps.argv, deps.env);
  if ("help" in parsed) {
    deps.out(parsed.help);
    return 0;
  }
  if ("fault" in parsed) {
    deps.err(parsed.fault);
    return 2;
  }
  return runLab(parsed.options, deps);
}

async function runLab(options: LabOptions, deps: LabDeps): Promise<number> {
  const file = join(
    deps.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"),
    "parlour",
    "lab.json",
  );
  const savedSetup = loadSetup(file);
  const server = createServer();
  const failure = await listen(server, options.port, options.host);
  if (failure !== null) {
    deps.err(failure);
    return 1;
  }
  const { port } = server.address() as AddressInfo;
  const address = `${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`;
  const state = createInitialState(options, address, savedSetup);
  const servicesFailure = await startRequestedServices(options, state, savedSetup.services);
  if (servicesFailure !== null) {
    deps.err(servicesFailure);
    server.close();
    return 1;
  }
  const { services } = state;
  const save = (): void =>
    void saveSetup(file, {
      channel: state.setup.channel,
      secret: state.secret,
      services: services?.toSaved() ?? savedSetup.services,
    });
  const register = createLabRegistration(state, { url: options.url, key: options.key });
  serveLab(server, state, register, save);
  if (services !== null) save();

  const addresses = [address, ...(services?.hosts ?? [])];
  const permission = await allowLabAddress({ url: options.url, key: options.key, addresses });
  state.setup.allow = { ok: permission.ok, text: permission.text };
  state.publish({ setup: state.setup });
  deps.out(`The lab is ready: http://${address}`);
  deps.out(`Endpoint URL for the channel: ${state.setup.endpoint}`);
  (permission.ok ? deps.out : deps.err)(permission.text);
  if (services !== null) printConnection(services, permission.ok ? [] : addresses, deps.out);
  await registerRequested(options, register, deps);
  deps.out("Ctrl+C ends it.");
  pollStatus(state, deps.signal);
  void refreshStatus(state);

  await waitForAbort(deps.signal);
  for (const sentence of await register.removeAll()) deps.out(sentence);
  server.close();
  server.closeAllConnections();
  if (services !== null) save();
  await services?.close();
  const message = await removePermission({ ...permission, ok: state.setup.allow.ok }, address);
  if (message !== null) deps.out(message);
  return 0;
}

/** Returns a sentence about the result, or null if the lab did not add the address. */
async function removePermission(
  { ok, remove }: EgressPermission,
  address: string,
): Promise<string | null> {
  if (remove !== null) return remove();
  return ok
    ? `${address} is still an allowed outgoing address of Parlour. Remove it under Settings → Installation → Allowed addresses when you need it no more.`
    : null;
}

/** Resolves with null, or with one sentence if a port cannot be opened. */
async function startRequestedServices(
  options: LabOptions,
  state: LabState,
  saved: SavedSetup["services"],
): Promise<string | null> {
  if (!options.services) return null;
  try {
    state.services = await startLabServices({
      firstPort: options.port === 0 ? 0 : options.port + 1,
      saved,
      onView: (service) => state.publish({ service }),
    });
    return null;
  } catch (error) {
    const { port } = error as { readonly port?: number };
    return describeListenFailure(error as NodeJS.ErrnoException, "127.0.0.1", port ?? options.port);
  }
}

/** Prints how to connect. `refused`: addresses that Parlour may not call yet. */
function printConnection(
  services: LabServices,
  refused: readonly string[],
  out: (line: string) => void,
): void {
  for (const line of describeConnection(services.describe(), refused)) out(line);
}

/** Returns the initial state: options of the command line, else the values of the previous run. */
function createInitialState(
  options: LabOptions,
  address: string,
  savedSetup: SavedSetup,
): LabState {
  const channel =
    options.channel === null ? savedSetup.channel : normalizeInboundUrl(options.channel);
  const secret = options.secret ?? (channel === savedSetup.channel ? savedSetup.secret : null);
  const unregistered = { isOurs: false, secret: false, address: null, text: "" };
  const state = new LabState(
    {
      channel,
      secret: secret !== null,
      endpoint: `http://${address}/chat`,
      parlour: options.url,
      address,
      allow: { ok: false, text: "" },
      behaviours: { channel: defaultBehaviour, bot: defaultBehaviour, webhook: defaultBehaviour },
      bot: { endpoint: `http://${address}/bot`, ...unregistered },
      hook: { endpoint: `http://${address}/webhook`, reply: defaultReply, ...unregistered },
    },
    randomBytes(18).toString("base64url"),
  );
  state.secret = secret;
  return state;
}

async function registerRequested(
  options: LabOptions,
  register: LabRegistration,
  { out, err }: LabDeps,
): Promise<void> {
  for (const [isRequested, name, make] of [
    [options.bot, "bot", register.bot],
    [options.webhook, "webhook", register.webhook],
  ] as const) {
    const fault = isRequested ? await make() : null;
    if (fault !== null) err(`The ${name} was not made: ${fault}`);
    else if (isRequested)
      out(`The lab's ${name} was made in Parlour. It is taken away when the lab ends.`);
  }
}

/** Starts to listen. Resolves with null, or with one sentence if the port cannot be opened. */
function listen(server: Server, port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      resolve(describeListenFailure(error, host, port)),
    );
    server.listen(port, host, () => resolve(null));
  });
}

function describeListenFailure(error: NodeJS.ErrnoException, host: string, port: number): string {
  if (error.code === "EADDRINUSE")
    return `Port ${port} is in use. End what runs there, or start the lab with --port and another number.`;
  return error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND"
    ? `This machine has no address ${host}. Give --host one it has, or leave it out.`
    : `The lab cannot listen on ${host}:${port}: ${error.message}.`;
}

const waitForAbort = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

if (import.meta.main) {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop.abort());
  process.exitCode = await runLabCommand({
    argv: process.argv.slice(2),
    env: process.env,
    signal: stop.signal,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
  });
}

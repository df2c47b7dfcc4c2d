import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { allow, type Allowed } from "./allow.ts";
import { goodBehaviour } from "./behaviour.ts";
import { goodReply } from "./hook/event.ts";
import { recall, remember, type Remembered } from "./memory.ts";
import { inboundUrl, readOptions, type LabOptions } from "./options.ts";
import { openRegister, type Register } from "./register.ts";
import { serveLab } from "./server.ts";
import { LabState } from "./state.ts";
import { ask, watchStatus } from "./status.ts";

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
 * `parlour lab`: acts as the integrator of a chat API channel, a bot and a webhook until `signal`,
 * and uses only the public interface. Resolves with the exit code of CLI-002: 0 ended, 1 could not
 * start, 2 wrong usage.
 */
export async function lab(deps: LabDeps): Promise<number> {
  const parsed = readOptions(deps.argv, deps.env);
  if ("help" in parsed) {
    deps.out(parsed.help);
    return 0;
  }
  if ("fault" in parsed) {
    deps.err(parsed.fault);
    return 2;
  }
  return play(parsed.options, deps);
}

async function play(options: LabOptions, deps: LabDeps): Promise<number> {
  const file = join(deps.env["XDG_CONFIG_HOME"] ?? join(homedir(), ".config"), "parlour", "lab.json");
  const memory = recall(file);
  const server = createServer();
  const failure = await listen(server, options.port, options.host);
  if (failure !== null) {
    deps.err(failure);
    return 1;
  }
  const { port } = server.address() as AddressInfo;
  const address = `${options.host.includes(":") ? `[${options.host}]` : options.host}:${port}`;
  const state = stateOf(options, address, memory);
  const register = openRegister(state, { url: options.url, key: options.key });
  serveLab(server, state, register, () => void remember(file, { channel: state.setup.channel, secret: state.secret }));

  const allowed = await allow({ url: options.url, key: options.key, address });
  state.setup.allow = { ok: allowed.ok, text: allowed.text };
  state.tell({ setup: state.setup });
  deps.out(`The lab is ready: http://${address}`);
  deps.out(`Endpoint URL for the channel: ${state.setup.endpoint}`);
  (allowed.ok ? deps.out : deps.err)(allowed.text);
  await makeWanted(options, register, deps);
  deps.out("Ctrl+C ends it.");
  watchStatus(state, deps.signal);
  void ask(state);

  await ended(deps.signal);
  for (const sentence of await register.removeAll()) deps.out(sentence);
  server.close();
  server.closeAllConnections();
  const left = await takeBack({ ok: state.setup.allow.ok, remove: allowed.remove }, address);
  if (left !== null) deps.out(left);
  return 0;
}

/**
 * Removes the lab's outgoing address. Returns a sentence about it, or null if it was never allowed.
 */
async function takeBack({ ok, remove }: Pick<Allowed, "ok" | "remove">, address: string): Promise<string | null> {
  if (remove !== null) return remove();
  return ok
    ? `${address} is still an allowed outgoing address of Parlour. Remove it under Settings → Allowed addresses when you need it no more.`
    : null;
}

/** Returns the initial state: options of the command line, else the values of the previous run. */
function stateOf(options: LabOptions, address: string, memory: Remembered): LabState {
  const channel = options.channel === null ? memory.channel : inboundUrl(options.channel);
  const secret = options.secret ?? (channel === memory.channel ? memory.secret : null);
  const unknown = { isOurs: false, secret: false, address: null, text: "" };
  const state = new LabState(
    {
      channel,
      secret: secret !== null,
      endpoint: `http://${address}/chat`,
      parlour: options.url,
      address,
      allow: { ok: false, text: "" },
      behaviours: { channel: goodBehaviour, bot: goodBehaviour, webhook: goodBehaviour },
      bot: { endpoint: `http://${address}/bot`, ...unknown },
      hook: { endpoint: `http://${address}/webhook`, reply: goodReply, ...unknown },
    },
    randomBytes(18).toString("base64url"),
  );
  state.secret = secret;
  return state;
}

async function makeWanted(options: LabOptions, register: Register, { out, err }: LabDeps): Promise<void> {
  for (const [wanted, name, make] of [
    [options.bot, "bot", register.bot],
    [options.webhook, "webhook", register.webhook],
  ] as const) {
    const fault = wanted ? await make() : null;
    if (fault !== null) err(`The ${name} was not made: ${fault}`);
    else if (wanted) out(`The lab's ${name} was made in Parlour. It is taken away when the lab ends.`);
  }
}

/** Resolves with one sentence if the port cannot be opened, else with null. */
function listen(server: Server, port: number, host: string): Promise<string | null> {
  return new Promise((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE")
        resolve(`Port ${port} is in use. End what runs there, or start the lab with --port and another number.`);
      else if (error.code === "EADDRNOTAVAIL" || error.code === "ENOTFOUND")
        resolve(`This machine has no address ${host}. Give --host one it has, or leave it out.`);
      else resolve(`The lab cannot listen on ${host}:${port}: ${error.message}.`);
    });
    server.listen(port, host, () => resolve(null));
  });
}

const ended = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });

if (import.meta.main) {
  const stop = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => stop.abort());
  process.exitCode = await lab({
    argv: process.argv.slice(2),
    env: process.env,
    signal: stop.signal,
    out: (line) => process.stdout.write(`${line}\n`),
    err: (line) => process.stderr.write(`${line}\n`),
  });
}

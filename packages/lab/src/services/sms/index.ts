import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createCallbackSender } from "../callback-sender.ts";
import { FaultList } from "../fault-list.ts";
import { showFault, type HttpFault } from "../http-fault.ts";
import { startLocalServer } from "../local-server.ts";
import { createWaitList } from "../wait-list.ts";
import {
  account,
  dialects,
  secret,
  type Dialect,
  type GatewayRequest,
  type SentSms,
} from "./dialects.ts";

export type { SentSms } from "./dialects.ts";

export interface SmsServiceOptions {
  readonly port?: number;
  readonly gateway: keyof typeof dialects;
  /** Number of the channel, without a plus sign. */
  readonly number: string;
  readonly now?: () => number;
  readonly retryMs?: number;
  readonly resolveUrl?: (url: string) => string;
  /** Receipts that follow each message. */
  readonly receipts?: readonly ("delivered" | "failed")[];
  /** Called after each request and each callback. */
  readonly onChange?: () => void;
}
/** A telephone that writes to the number. */
export interface Phone {
  readonly number: string;
  received(): readonly string[];
  /**
   * Sends an SMS. `id`: "" if the gateway gives none. `onAccepted` is called after the receiver has
   * accepted it.
   */
  write(text: string, id?: string, onAccepted?: () => void): void;
}

/** Starts an SMS gateway on 127.0.0.1. */
export async function startSmsService(options: SmsServiceOptions) {
  const { gateway, number, now = Date.now, resolveUrl = (url: string) => url } = options;
  const dialect: Dialect = dialects[gateway];
  const messages: SentSms[] = [];
  const faults = new FaultList<HttpFault>();
  const { onChange, waitUntil } = createWaitList(options.onChange);
  let address = "";
  let repeats = 0;
  let lastId = 0;
  const createId = (): string => {
    lastId += 1;
    return `SM${now()}${lastId}`;
  };
  const retryMs = options.retryMs ?? 1_000;
  const sender = createCallbackSender({ retryMs, repeats: () => repeats, onChange });
  const push = (key: string, url: string, request: GatewayRequest, onAccepted?: () => void): void =>
    sender.push(key, () => post(dialect, resolveUrl(url), request), onAccepted);
  const sendReceipt = (message: SentSms, status: "delivered" | "failed"): void =>
    push(`receipts ${message.to}`, message.callback, dialect.receipt(message, status));

  const take: TakeMessage = (path, fields, authorization) => {
    const read = dialect.read(path, fields, authorization);
    if ("status" in read) return read;
    const message = { ...read, id: createId(), at: now() };
    messages.push(message);
    for (const status of options.receipts ?? []) sendReceipt(message, status);
    return dialect.accept(message);
  };
  const server = createServer((request, response) => {
    void handle(faults, take, request, response).finally(onChange);
  });
  const local = await startLocalServer(server, options.port);
  return {
    url: local.url,
    host: local.host,
    account,
    secret,
    messages: messages as readonly SentSms[],
    callbacks: sender,
    address: (): string => address,
    /** Sets the address for incoming messages. */
    setAddress(url: string): void {
      address = url;
    },
    addPhone: (phone: string): Phone => ({
      number: phone,
      received: () => messages.filter(({ to }) => to === phone).map(({ text }) => text),
      write(text, id = createId(), onAccepted) {
        const sms = { id, from: phone, to: number, text, at: now() };
        push(phone, address, dialect.incoming(sms), onAccepted);
      },
    }),
    sendReceipt,
    addFault: (fault: HttpFault): void => faults.add(fault),
    endFaults: (): void => faults.clear(),
    repeatCallbacks(count: number): void {
      repeats = count;
    },
    waitUntil,
    close(): Promise<void> {
      sender.close();
      return local.close();
    },
  };
}
export type SmsService = Awaited<ReturnType<typeof startSmsService>>;

type TakeMessage = (
  path: string,
  fields: Readonly<Record<string, string>>,
  authorization: string,
) => { readonly status: number; readonly body: object };

async function handle(
  faults: FaultList<HttpFault>,
  take: TakeMessage,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://lab");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString("utf8");
  const fields = body.startsWith("{")
    ? (JSON.parse(body) as Record<string, string>)
    : Object.fromEntries([...searchParams, ...new URLSearchParams(body)]);
  const takeThis = () => take(pathname, fields, request.headers.authorization ?? "");
  const fault = faults.take(() => true);
  if (fault !== null) {
    if (fault.isExecuted === true) takeThis();
    if (await showFault(fault, request, response)) return;
  }
  const taken = takeThis();
  response
    .writeHead(taken.status, { "content-type": "application/json" })
    .end(JSON.stringify(taken.body));
}

/** Sends a request of the gateway. Resolves with whether it was accepted. */
async function post(
  dialect: Dialect,
  address: string,
  { as, fields }: GatewayRequest,
): Promise<boolean> {
  if (address === "") return false;
  const url = new URL(address);
  const form = new URLSearchParams(fields);
  if (as === "query") for (const [name, value] of form) url.searchParams.set(name, value);
  const json = { "content-type": "application/json" };
  const contents = {
    query: {},
    form: { body: form },
    json: { body: JSON.stringify(fields), headers: json },
  };
  try {
    const response = await fetch(url, {
      method: as === "query" ? "GET" : "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(20_000),
      ...contents[as],
    });
    await response.arrayBuffer();
    return dialect.isAccepted(response.status, response.headers.get("content-type") ?? "");
  } catch {
    return false;
  }
}

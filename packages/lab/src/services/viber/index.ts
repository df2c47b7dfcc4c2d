import { createHmac, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createCallbackSender, type CallbackSender } from "../callback-sender.ts";
import { FaultList } from "../fault-list.ts";
import { showFault, type HttpFault } from "../http-fault.ts";
import { startLocalServer } from "../local-server.ts";
import { createWaitList } from "../wait-list.ts";
import { findMessageFault, statuses, type ApiStatus, type Values } from "./check-message.ts";

export interface ViberServiceOptions {
  readonly port?: number;
  readonly token?: string;
  /** Address that the bot set in an earlier run. */
  readonly webhookUrl?: string | undefined;
  /** Clock of the times in callbacks. Default: the machine's clock. */
  readonly now?: () => number;
  /** Pause before a callback is sent again, in milliseconds. */
  readonly retryMs?: number;
  /** Returns the address to call for a webhook's URL, so that a lab reaches https addresses. */
  readonly resolveUrl?: (url: string) => string;
  /** Receipts that follow each message. */
  readonly receipts?: readonly ("delivered" | "seen")[];
  /** Called after each request and each callback. */
  readonly onChange?: () => void;
}
/** A fault: one of HTTP, or a status of the API. */
export type ViberFault =
  | HttpFault
  | (Omit<HttpFault, "reply"> & { readonly reply: { readonly api: keyof typeof statuses } });

/** A message of the bot. */
export interface BotMessage {
  readonly receiver: string;
  /** `message_token`, as digits. */
  readonly token: string;
  readonly at: number;
  readonly values: Values;
}
/** A person with the Viber app. */
export interface AppPerson {
  readonly id: string;
  readonly received: readonly BotMessage[];
  /** Welcome messages that the bot answered with. */
  readonly welcomes: readonly Values[];
  /** Writes a text. Returns its token. */
  write(text: string): string;
  /**
   * Sends any content, for example `{ type: "picture", media }`. `onAccepted` is called after the
   * bot's program has accepted it.
   */
  send(content: Values, onAccepted?: () => void): string;
  /** Presses a button of the last message by its label. */
  press(label: string): string;
  open(context?: string): void;
  unsubscribe(): void;
}

interface Person {
  readonly id: string;
  readonly name: string;
  readonly received: BotMessage[];
  readonly welcomes: Values[];
  isSubscribed: boolean;
  /** What the app sends back with each message. */
  trackingData: string;
}
interface Lab {
  readonly token: string;
  readonly options: {
    readonly now: () => number;
    readonly resolveUrl: (url: string) => string;
    readonly receipts: readonly ("delivered" | "seen")[];
  };
  readonly persons: Map<string, Person>;
  readonly messages: BotMessage[];
  readonly files: Map<string, Buffer>;
  readonly calls: { readonly method: string; readonly values: Values }[];
  readonly faults: FaultList<ViberFault>;
  readonly sender: CallbackSender;
  webhook: { readonly url: string; readonly values: Values } | null;
  nextToken: bigint;
}

export const createViberToken = (): string =>
  [8, 8, 8].map((bytes) => randomBytes(bytes).toString("hex")).join("-");

/** Starts Viber's REST API for one bot on 127.0.0.1. `url` is the value of VIBER_API_URL. */
export async function startViberService(options: ViberServiceOptions = {}) {
  const { now = Date.now, resolveUrl = (url: string) => url, receipts = [] } = options;
  const { onChange, waitUntil } = createWaitList(options.onChange);
  let repeats = 0;
  const lab: Lab = {
    token: options.token ?? createViberToken(),
    options: { now, resolveUrl, receipts },
    persons: new Map(),
    messages: [],
    files: new Map(),
    calls: [],
    faults: new FaultList<ViberFault>(),
    sender: createCallbackSender({
      retryMs: options.retryMs ?? 1_000,
      repeats: () => repeats,
      onChange,
    }),
    webhook: options.webhookUrl === undefined ? null : { url: options.webhookUrl, values: {} },
    nextToken: 5_000_000_000_000_000_000n + BigInt(now()),
  };
  const server = createServer((request, response) => {
    void handle(lab, request, response).finally(onChange);
  });
  const local = await startLocalServer(server, options.port);
  const { host } = local;
  return {
    url: `${local.url}/pa`,
    host,
    token: lab.token,
    calls: lab.calls as Lab["calls"],
    messages: lab.messages as readonly BotMessage[],
    callbacks: lab.sender,
    webhookUrl: (): string | null => lab.webhook?.url ?? null,
    addPerson: (id: string, name = "Nadia"): AppPerson => addPerson(lab, id, name),
    /** Sends a receipt of a message, or that the app could not show it. */
    sendReceipt: (message: BotMessage, event: "delivered" | "seen" | "failed"): void =>
      pushReceipt(lab, message, event),
    /** Sends a callback with any body and signature once. Resolves with the status. */
    post: (body: string, signature?: string) => post(lab, body, signature),
    /** Stores a file of a person. Returns its address. */
    storeFile(name: string, bytes: Buffer): string {
      lab.files.set(name, bytes);
      return `http://${host}/files/${name}`;
    },
    addFault: (fault: ViberFault): void => lab.faults.add(fault),
    endFaults: (): void => lab.faults.clear(),
    repeatCallbacks(count: number): void {
      repeats = count;
    },
    waitUntil,
    close(): Promise<void> {
      lab.sender.close();
      return local.close();
    },
  };
}
export type ViberService = Awaited<ReturnType<typeof startViberService>>;

async function handle(lab: Lab, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = new URL(request.url ?? "/", "http://lab").pathname;
  const [, folder = "", name = ""] = path.split("/");
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (folder === "files") return sendFile(lab, name, response);
  const values = JSON.parse(Buffer.concat(chunks).toString("utf8") || "{}") as Values;
  lab.calls.push({ method: name, values });
  const isKnown = request.headers["x-viber-auth-token"] === lab.token;
  const run = async (): Promise<object> =>
    isKnown ? await runMethod(lab, name, values) : statuses.invalidAuthToken;
  const fault = lab.faults.take((one) => (one.method ?? name) === name);
  if (fault !== null) {
    const { reply } = fault;
    if (fault.isExecuted === true) await run();
    if (typeof reply === "object" && "api" in reply) return answer(response, statuses[reply.api]);
    if (await showFault({ ...fault, reply }, request, response)) return;
  }
  answer(response, await run());
}

/** Tokens have 64 bits, so they are written as digits. */
function answer(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(toJson(body));
}
const toJson = (body: object): string =>
  JSON.stringify(body).replace(/"message_token":"(\d+)"/, '"message_token":$1');

function sendFile({ files, faults }: Lab, name: string, response: ServerResponse): void {
  const bytes = files.get(name);
  const isFault = faults.take(({ method }) => method === "download") !== null;
  if (bytes === undefined || isFault) response.writeHead(isFault ? 500 : 404).end();
  else response.writeHead(200, { "content-type": "application/octet-stream" }).end(bytes);
}

async function runMethod(lab: Lab, method: string, values: Values): Promise<object> {
  switch (method) {
    case "get_account_info":
      return { ...statuses.ok, id: "pa:5925429953186752236", name: "Shop", uri: "shopbot" };
    case "set_webhook":
      return setWebhook(lab, values);
    case "send_message":
      return sendMessage(lab, values);
    default:
      return statuses.badData;
  }
}

async function setWebhook(lab: Lab, values: Values): Promise<ApiStatus> {
  const previous = lab.webhook;
  lab.webhook = { url: String(values["url"]), values };
  const body = toJson({ event: "webhook", ...stamp(lab) });
  if ((await post(lab, body)) === 200) return statuses.ok;
  lab.webhook = previous;
  return statuses.invalidUrl;
}

function sendMessage(lab: Lab, values: Values): object {
  const receiver = String(values["receiver"]);
  const person = lab.persons.get(receiver);
  if (lab.webhook === null) return statuses.webhookNotSet;
  if (person === undefined) return statuses.receiverNotRegistered;
  if (!person.isSubscribed) return statuses.receiverNotSubscribed;
  const fault = findMessageFault(values);
  if (fault !== null) return fault;
  const token = createToken(lab);
  const message = { receiver, token, at: lab.options.now(), values };
  lab.messages.push(message);
  person.received.push(message);
  const { tracking_data } = values;
  person.trackingData = typeof tracking_data === "string" ? tracking_data : "";
  for (const event of lab.options.receipts) pushReceipt(lab, message, event);
  return { ...statuses.ok, message_token: token, chat_hostname: "SN-CHAT-01_" };
}

function addPerson(lab: Lab, id: string, name: string): AppPerson {
  const person: Person = {
    id,
    name,
    received: [],
    welcomes: [],
    isSubscribed: false,
    trackingData: "",
  };
  lab.persons.set(id, person);
  const profile = {
    id,
    name,
    avatar: `https://dl-media.example.com/${name}.jpg`,
    country: "RS",
    language: "sr",
  };
  const send = (content: Values, onAccepted?: () => void): string => {
    person.isSubscribed = true;
    const message = { ...content, tracking_data: person.trackingData };
    const body = { event: "message", ...stamp(lab), sender: profile, message, silent: false };
    push(lab, id, body, { onAccepted });
    return body.message_token;
  };
  return {
    id,
    received: person.received,
    welcomes: person.welcomes,
    write: (text) => send({ type: "text", text }),
    send,
    press: (label) => send({ type: "text", text: label }),
    open(context) {
      const event = { event: "conversation_started", ...stamp(lab), type: "open", user: profile };
      push(
        lab,
        id,
        { ...event, context, subscribed: person.isSubscribed },
        {
          onAnswer: (welcome) => {
            if (welcome["type"] === "text") person.welcomes.push(welcome);
          },
        },
      );
    },
    unsubscribe() {
      person.isSubscribed = false;
      push(lab, id, { event: "unsubscribed", ...stamp(lab), user_id: id });
    },
  };
}

function pushReceipt(
  lab: Lab,
  { receiver, token }: BotMessage,
  event: "delivered" | "seen" | "failed",
): void {
  const desc = event === "failed" ? "failure description" : undefined;
  const body = { event, timestamp: lab.options.now(), message_token: token, user_id: receiver };
  push(lab, `receipts ${receiver}`, { ...body, desc });
}

const createToken = (lab: Lab): string => {
  lab.nextToken += 1n;
  return String(lab.nextToken);
};
const stamp = (lab: Lab) => ({
  timestamp: lab.options.now(),
  chat_hostname: "SN-CHAT-01_",
  message_token: createToken(lab),
});

function push(lab: Lab, key: string, body: object, { onAnswer, onAccepted }: PushHooks = {}): void {
  const json = toJson(body);
  const send = async () => (await post(lab, json, undefined, onAnswer)) === 200;
  lab.sender.push(key, send, onAccepted);
}
interface PushHooks {
  readonly onAnswer?: (answer: Values) => void;
  readonly onAccepted?: (() => void) | undefined;
}

/** Posts a callback. Resolves with the status, or 0 if no answer arrived. */
async function post(
  lab: Lab,
  body: string,
  signature = createHmac("sha256", lab.token).update(body).digest("hex"),
  onAnswer: (answer: Values) => void = () => undefined,
): Promise<number> {
  if (lab.webhook === null) return 0;
  try {
    const response = await fetch(lab.options.resolveUrl(lab.webhook.url), {
      method: "POST",
      body,
      redirect: "manual",
      headers: { "content-type": "application/json", "x-viber-content-signature": signature },
      signal: AbortSignal.timeout(20_000),
    });
    const text = await response.text();
    if (response.ok && text.startsWith("{")) onAnswer(JSON.parse(text) as Values);
    return response.status;
  } catch {
    return 0;
  }
}

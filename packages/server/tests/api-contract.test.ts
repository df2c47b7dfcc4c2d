import {
  startIntegrator,
  type ApiResponse,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
} from "@parlour/testkit";
import type { Bot } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { compileBody } from "../src/openapi/compile-body.fixture.ts";
import { describeDocuments } from "../src/openapi/documents.ts";
import { wholeExamples } from "../src/openapi/examples/whole-examples.ts";
import type { OpenApi, Operation } from "../src/openapi/service-api.ts";
import { referencedResources } from "./api-isolation-fixture.ts";
import { createApiObjects } from "./api-objects-fixture.ts";
import { loadResponseContract, type ResponseContract } from "./response-contract.ts";
import { password } from "./sign-in-fixture.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

let fixture: WidgetFixture;
let integrator: FakeIntegrator;
let document: OpenApi;
let contract: ResponseContract;
let secondOperator: TestOperator;
/** A channel of the owner and the secondOperator. */
let channel: TestChannel;
/** One object for each resource. */
let ids: Record<string, string | number>;
/** Number of a second visitor, for operations on two of them. */
let otherVisitor: number;
/** Cookie of a session of the owner. */
let cookie = "";

beforeAll(async () => {
  integrator = await startIntegrator();
  fixture = await openWidgetFixture();
  // Before the owner has a second factor.
  const { call, owner, url } = fixture.parlour;
  const { email } = owner;
  const signedIn = await call("POST", "sessions", { email, password }, { origin: url });
  cookie = readCookie(signedIn);
  secondOperator = await fixture.parlour.operator("operator", "Tom Brandt");
  channel = await fixture.parlour.channel(`${integrator.url}/chat`, {
    operators: [owner.id, secondOperator.id],
  });
  await Promise.all([goOnline(owner), goOnline(secondOperator)]);
  ids = { ...(await createApiObjects(fixture, integrator)), operators: secondOperator.id };
  await fixture.parlour.sendCustomerMessage(channel, "second-visitor", "Hello");
  otherVisitor = (await fixture.parlour.findChat("second-visitor")).visitor.number;
  document = (await describeDocuments())["openapi.json"] as OpenApi;
  contract = await loadResponseContract();
});
afterAll(async () => {
  for (const socket of sockets) socket.terminate();
  await fixture.close();
  await integrator.close();
});

const readCookie = ({ headers }: ApiResponse): string =>
  headers.getSetCookie()[0]?.split(";")[0] ?? "";

const sockets: WebSocket[] = [];
/** Makes an operator available, so that a chat can be transferred to them. */
async function goOnline({ key, call }: TestOperator): Promise<void> {
  const socket = new WebSocket(`${fixture.parlour.url.replace("http", "ws")}/api/v1/socket`, {
    headers: { authorization: `Bearer ${key}` },
  });
  sockets.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once("open", () => socket.send('{"type":"hello","after":null}'));
    socket.once("error", reject);
    socket.once("message", () => resolve());
  });
  await call("PUT", "me/presence", { status: "online" });
}

/**
 * Operations whose example cannot succeed here, with the code of the refusal. They need an email
 * address, an OIDC or telephony server, a browser's passkey, a chat by mail, or a failed delivery,
 * or an operation before them has ended what they name.
 */
const refusals: Readonly<Record<string, string>> = {
  acceptInvitation: "invalid_token",
  addPasskey: "invalid_request",
  askArchive: "model_not_set_up",
  askForRating: "no_rating",
  assignCrmCard: "no_crm_card",
  cancelAgentReplay: "not_available",
  cancelScheduledMessage: "not_found",
  cancelSiteImport: "not_available",
  confirmTotp: "invalid_request",
  // Its channel sends no broadcasts.
  continueBroadcast: "not_available",
  createAgentReplay: "model_not_set_up",
  createBroadcast: "invalid_request",
  pauseBroadcast: "not_available",
  previewBroadcast: "not_found",
  startBroadcast: "invalid_request",
  testBroadcast: "invalid_request",
  // The file of the form is a picture, and that of the fixture has other columns than the example.
  createVisitorImport: "invalid_request",
  planVisitorImport: "invalid_request",
  startVisitorImport: "not_available",
  // Its address answers nothing, so that no import is running.
  createImport: "invalid_request",
  setImportChoices: "invalid_request",
  startImport: "not_available",
  stopImport: "not_available",
  undoImport: "not_available",
  // The run that the form starts has ended, or has not begun.
  listParallelChats: "not_found",
  listForwardedChats: "not_found",
  importArticles: "invalid_request",
  createOidcProvider: "invalid_request",
  createSamlProvider: "invalid_request",
  readSamlMetadata: "invalid_request",
  startSamlSignIn: "not_found",
  deleteAgentQuestion: "not_found",
  deleteArticleSection: "in_use",
  deleteBotProvider: "in_use",
  deleteMessage: "forbidden",
  deleteReaction: "forbidden",
  deleteOidcProvider: "invalid_request",
  deleteSamlProvider: "invalid_request",
  finishMailSignIn: "invalid_request",
  disconnectApplication: "not_found",
  editMessage: "forbidden",
  endOwnSession: "not_found",
  getChatEmail: "not_found",
  getPicture: "not_found",
  listChannelEmails: "not_found",
  listChannelTemplates: "not_found",
  mailTranscript: "invalid_request",
  proveChannelAddress: "not_available",
  retryDelivery: "not_deliverable",
  retryMessage: "not_deliverable",
  resumeAgentReplay: "model_not_set_up",
  rewriteText: "model_not_set_up",
  suggestReply: "model_not_set_up",
  summarizeChat: "model_not_set_up",
  draftArticle: "model_not_set_up",
  translateText: "model_not_set_up",
  rotateCallSecret: "not_found",
  sendChannelAddressCode: "not_available",
  sendMessageNow: "already_sent",
  setGapState: "not_found",
  setReaction: "not_supported",
  setUpInstallation: "already_set_up",
  startChatFromIgnoredEmail: "not_found",
  startEmail: "invalid_request",
  startOidcSignIn: "not_found",
  testCallServer: "not_found",
  testChannelConnection: "not_found",
  testConnection: "invalid_request",
  undoMessage: "forbidden",
  updateModelSettings: "private_address",
  updateOidcProvider: "invalid_request",
  updateSamlProvider: "invalid_request",
  updateScheduledMessage: "not_found",
  useReplyTo: "not_found",
};

/** The request of the application of the fixture. */
const authorizationRequest = {
  client_id: "app",
  redirect_uri: "http://localhost/cb",
  response_type: "code",
  code_challenge: "a".repeat(43),
  code_challenge_method: "S256",
};
/** Queries that an operation requires, or without which it would wait. */
const queries: Readonly<Record<string, string>> = {
  checkAccountExport: "",
  describeApplicationRequest: `?${new URLSearchParams(authorizationRequest).toString()}`,
  exportAudit: "?format=csv",
  exportCannedReplies: "?format=json",
  exportReport: "?last=7&table=days",
  exportSearch: "?q=Hello&format=csv",
  getPicture: "?url=https://93.184.216.34/a.png",
  getArticleGaps: "?last=7",
  getArticleReport: "?last=7",
  getReport: "?last=7",
  getSlaReport: "?last=7",
  getTranscript: "?format=txt",
  listChatMatches: "?q=Hello",
  listReportChats: "?last=7",
  planSiteImport: "?section=Help&state=draft",
  search: "?q=Hello",
};
/** Bodies instead of the example. */
const getOwnBody = (id: string): object | undefined =>
  ({
    connectApplication: {
      request: authorizationRequest,
      scopes: ["chats.read"],
    },
    updateScheduledMessage: {
      send_at: new Date(fixture.parlour.clock.now() + 7_200_000).toISOString(),
    },
    scheduleMessage: {
      text: "Has it arrived?",
      send_at: new Date(fixture.parlour.clock.now() + 3_600_000).toISOString(),
    },
    createReminder: {
      text: "Call back",
      due_at: new Date(fixture.parlour.clock.now() + 3_600_000).toISOString(),
    },
    promiseAnswer: { until: new Date(fixture.parlour.clock.now() + 3_600_000).toISOString() },
    snoozeChat: { until: new Date(fixture.parlour.clock.now() + 3_600_000).toISOString() },
    postponeCall: { due_at: new Date(fixture.parlour.clock.now() + 3_600_000).toISOString() },
    reauthenticate: { password },
    signIn: { email: fixture.parlour.owner.email, password },
    setChatFields: { fields: {} },
    setVisitorFields: { fields: {} },
    updateTag: { name: "returns" },
  })[id];

type ChatPreparation =
  | "waiting"
  | "open"
  | "closed"
  | "blocked"
  | "transferred"
  | "offered"
  | "call"
  | "taken call";
/** What an operation finds. Others find the chat and the call of the fixture. */
const preparations: Readonly<Record<string, ChatPreparation>> = {
  acceptChat: "waiting",
  acceptTransfer: "offered",
  askForRating: "open",
  assignChat: "open",
  assignCrmCard: "open",
  blockChat: "open",
  closeChat: "open",
  connectCall: "taken call",
  continueChat: "closed",
  createCall: "open",
  endCall: "taken call",
  failCall: "taken call",
  inviteOperatorToChat: "open",
  joinChat: "open",
  leaveChat: "open",
  promiseAnswer: "open",
  refuseTransfer: "offered",
  postponeCall: "taken call",
  scheduleMessage: "open",
  sendMessage: "open",
  skipChat: "waiting",
  snoozeChat: "open",
  takeCall: "call",
  transferChat: "open",
  unblockChat: "blocked",
  wakeChat: "open",
  withdrawPromise: "open",
  withdrawTransfer: "transferred",
};
let chatCount = 0;
/** Creates a chat in a state, and a call of it. Their ids replace those of the fixture. */
async function prepare(preparation: ChatPreparation): Promise<void> {
  const { parlour } = fixture;
  const owner = preparation === "offered" ? secondOperator : parlour.owner;
  const customer = `prepared-${++chatCount}`;
  await parlour.sendCustomerMessage(channel, customer, "The lid of my teapot arrived broken.");
  const { id } = await parlour.findChat(customer);
  ids["chats"] = id;
  if (preparation === "waiting") return;
  const act = async (path: string, body: object = {}): Promise<{ id: number }> => {
    const answer = await owner.call("POST", path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer.body as { id: number };
  };
  await act(`chats/${id}/accept`);
  if (preparation === "closed") await act(`chats/${id}/close`);
  if (preparation === "blocked") await act(`chats/${id}/block`);
  if (preparation === "transferred")
    await act(`chats/${id}/transfer`, { operator_id: ids["operators"] });
  if (preparation === "offered")
    await act(`chats/${id}/transfer`, { operator_id: parlour.owner.id });
  if (preparation !== "call" && preparation !== "taken call") return;
  const call = await act("calls", { chat_id: id, phone: "+442079460001" });
  ids["calls"] = call.id;
  if (preparation === "taken call") await act(`calls/${call.id}/take`);
}

/** Parameters of paths that are no ids of the fixture. */
const getPathValue = (id: string): string | undefined =>
  ({
    setOAuthClient: "google",
    removeOAuthClient: "google",
    createIdentitySecret: String(fixture.widget.id),
    deleteIdentitySecret: String(fixture.widget.id),
    signLink: String(fixture.widget.id),
    listReportChats: "chats",
  })[id];

/** Operations whose result is what later ones change: not the own account, and a usable device. */
const createdResources: Readonly<Record<string, string>> = {
  createAccount: "accounts",
  createOidcProvider: "instance/oidc",
  createPushDevice: "push/subscriptions",
};

/** An operation with its address. */
interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}
/** Reads come first, and what ends sessions or removes objects comes last. */
function listCalls(): readonly Call[] {
  const last = [
    // With it go the macros and views that are shared with it.
    "deleteDepartment",
    "eraseVisitor",
    "blockVisitor",
    "deleteBotProvider",
    "deletePasskey",
    "endOwnSession",
    "endOtherSessions",
    "signOut",
  ];
  const rank = ({ id, method }: Call): number =>
    last.includes(id)
      ? 10 + last.indexOf(id)
      : ["get", "put", "post", "patch", "delete"].indexOf(method);
  return Object.entries(document.paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        id: operation.operationId ?? "",
        method,
        path,
        operation,
      })),
    )
    .toSorted((a, b) => rank(a) - rank(b));
}

function buildPath({ id, path }: Call): string {
  const [, resource = ""] =
    /^\/api\/v1\/((?:me\/|push\/|instance\/|chats\/(?=bulk)|rules\/(?=dry-run))?[a-z-]+)\/\{/.exec(
      path,
    ) ?? [];
  const value = getPathValue(id) ?? String(ids[resource] ?? "none");
  const filled = path
    .replace("{seq}", "1")
    .replace(/\{(?:replay|question|n)\}/g, "1")
    .replace("{version}", "1")
    .replace("{scheduled}", "1")
    .replace("{other}", String(otherVisitor))
    .replace(/\{\w+\}/, value);
  return `${filled}${queries[id] ?? ""}`;
}

/** Returns the example of the body, with the ids of this account, or undefined. */
function buildBody({ id, operation }: Call): unknown {
  const own = getOwnBody(id);
  if (own !== undefined) return own;
  const { content } = (operation.requestBody ?? {}) as {
    readonly content?: Readonly<Record<string, { schema: { $ref?: string }; example?: unknown }>>;
  };
  const media = content?.["application/json"];
  if (media === undefined) return undefined;
  const name = media.schema.$ref?.split("/").at(-1) ?? "";
  const { examples = [] } = (document.components.schemas[name] ?? {}) as {
    readonly examples?: readonly unknown[];
  };
  return replaceIds(media.example ?? examples[0]);
}

/** Objects that a field of a body refers to. */
const resources: Readonly<Record<string, string>> = {
  ...referencedResources,
  operators: "operators",
  provider_id: "bot-providers",
  tags: "tags",
};
function replaceIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(replaceIds);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]: [string, unknown]) => {
      const id = ids[resources[name] ?? ""];
      const isId = Array.isArray(inner) || typeof inner === "number" || name === "provider_id";
      if (id === undefined || !isId) return [name, replaceIds(inner)];
      return [name, Array.isArray(inner) ? [id] : id];
    }),
  );
}

it("[API-395] each operation of openapi.json is called with its example, and each answer is one that it lists", async () => {
  const { call, owner, url } = fixture.parlour;
  const outcomes: Record<string, string> = {};
  for (const one of listCalls()) {
    const preparation = preparations[one.id];
    if (preparation !== undefined) await prepare(preparation);
    const path = buildPath(one);
    const { security = [] } = one.operation;
    // A device for push notifications belongs to a session.
    const credentials =
      security.some((way) => "key" in way) && one.id !== "createPushDevice"
        ? { authorization: `Bearer ${owner.key}` }
        : { cookie, origin: url };
    const answer = isForm(one)
      ? await sendForm(one, credentials)
      : await call(one.method.toUpperCase(), path, buildBody(one), credentials);
    check(one, path, answer);
    // The change to another account replaces the session.
    if (one.id === "switchAccount") cookie = readCookie(answer);
    const resource = createdResources[one.id];
    if (resource !== undefined && answer.status === 201)
      ids[resource] = (answer.body as { id: number | string }).id;
    if (answer.status >= 300)
      outcomes[one.id] = (answer.body as { error: { code: string } }).error.code;
  }
  expect(outcomes).toEqual(refusals);
});

const isForm = ({ operation }: Call): boolean =>
  JSON.stringify(operation.requestBody ?? {}).includes("multipart/form-data");
/** Sends a picture, as a browser sends a form with a file. */
async function sendForm(
  { method, path }: Call,
  headers: Readonly<Record<string, string>>,
): Promise<ApiResponse> {
  const form = new FormData();
  form.set("file", new File([onePixel], "lid.png", { type: "image/png" }));
  const options = { method: method.toUpperCase(), headers, body: form };
  const response = await fetch(`${fixture.parlour.url}${path}`, options);
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: JSON.parse(text), text };
}
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

function check({ id, method }: Call, path: string, { status, body, headers }: ApiResponse): void {
  const type = headers.get("content-type");
  expect(status, id).not.toBe(500);
  if (type !== null) contract.check(method, `http://localhost${path}`, { status, body, type });
}

/** The part of the documents of interfaces A, B and C that the test reads. */
interface EdgeDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, EdgeOperation>>>>;
  readonly webhooks: Readonly<Record<string, { readonly post: EdgeOperation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}
interface EdgeOperation {
  readonly operationId?: string;
  readonly requestBody?: EdgeContent;
  readonly responses: Readonly<Record<string, EdgeContent>>;
}
interface EdgeContent {
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

it("[API-395] each operation of channel.json, bot.json and webhook.json is called, and each body matches", async () => {
  const { parlour } = fixture;
  const { owner, call } = parlour;
  const documents = await describeDocuments();
  const [channels, bots, webhooks] = (["channel.json", "bot.json", "webhook.json"] as const).map(
    (name) => documents[name] as EdgeDocument,
  ) as [EdgeDocument, EdgeDocument, EdgeDocument];
  const called = new Set<string>();
  const checkBody = (document: EdgeDocument, id: string, part: string, body: unknown): void => {
    const operation = listEdgeOperations(document).find((one) => one.operationId === id);
    const described = part === "body" ? operation?.requestBody : operation?.responses[part];
    const schema = described?.content["application/json"]?.schema ?? { not: {} };
    const validator = compileBody(document.components, schema);
    expect([id, part, ...validator.Errors(body)]).toEqual([id, part, true, []]);
    called.add(id);
  };
  const post = async (path: string, body: unknown): Promise<ApiResponse> => {
    const answer = await owner.call("POST", path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
    return answer;
  };
  const receivedAt = (path: string) =>
    integrator.received
      .filter((request) => request.path.startsWith(path))
      .map(
        ({ body }) => JSON.parse(body) as { readonly event?: string; readonly event_name?: string },
      );

  // A: a message in, the status, an answer out.
  const { inboundUrl } = await parlour.channel(`${integrator.url}/edge`);
  const inbound = new URL(inboundUrl).pathname;
  const message = await call("POST", inbound, wholeExamples["ChannelRequest"]);
  checkBody(channels, "sendCustomerMessage", String(message.status), message.body);
  checkBody(channels, "getChannelStatus", "200", (await call("GET", `${inbound}/status`)).body);
  const { id } = await parlour.findChat("customer-412");
  await post(`chats/${id}/messages`, wholeExamples["NewMessage"]);
  await parlour.settle();
  checkBody(channels, "operatorMessage", "body", receivedAt("/edge")[0]);

  // B: a bot gets a message, invites an operator twice, and the chats end.
  const provider = await post("bot-providers", wholeExamples["NewBotProvider"]);
  const bot = await post("bots", {
    provider_id: (provider.body as { id: string }).id,
    token: "tk_contract-0123456789",
    endpoint_url: `${integrator.url}/edge-bot`,
    sends_chat_closed: true,
    sends_button_text: true,
  });
  const { address, address_with_authorization: authorized } = bot.body as Bot;
  const sendBotEvent = async (event: object, url = address): Promise<ApiResponse> =>
    call("POST", new URL(url ?? "").pathname, event);
  const startBotChat = async (customer: string): Promise<string> => {
    await call("POST", inbound, {
      sender: { id: customer },
      message: { type: "text", text: "Where is my parcel?" },
    });
    await parlour.settle();
    return String((await parlour.findChat(customer)).id);
  };
  const joined = await startBotChat("bot-1");
  const example = wholeExamples["BotIncoming"] as object;
  const taken = await sendBotEvent({ ...example, chat_id: joined });
  checkBody(bots, "sendBotEvent", "200", taken.body);
  // The bot has no authorization, so this address refuses its events.
  const refused = await sendBotEvent({ ...example, chat_id: joined }, authorized);
  checkBody(bots, "sendBotEventAuthorized", "401", refused.body);
  await sendBotEvent({ event: "INVITE_AGENT", chat_id: joined });
  await post(`chats/${joined}/accept`, {});
  await post(`chats/${joined}/close`, {});
  for (const operator of [owner, secondOperator])
    await operator.call("PUT", "me/presence", { status: "offline" });
  const unavailable = await startBotChat("bot-2");
  await sendBotEvent({ event: "INVITE_AGENT", chat_id: unavailable });
  await parlour.clock.advance(2_000);
  await parlour.settle();
  for (const [event, { post: operation }] of Object.entries(bots.webhooks)) {
    const body = receivedAt("/edge-bot").find((one) => one.event === event);
    checkBody(bots, operation.operationId ?? "", "body", body);
  }

  // C: each event.
  const webhook = await post("webhooks", { url: `${integrator.url}/edge-hook` });
  for (const [event, { post: operation }] of Object.entries(webhooks.webhooks)) {
    await post(`webhooks/${(webhook.body as { id: number }).id}/test`, { event });
    const body = receivedAt("/edge-hook").find((one) => one.event_name === event);
    checkBody(webhooks, operation.operationId ?? "", "body", body);
  }

  const all = [channels, bots, webhooks].flatMap(listEdgeOperations);
  expect([...called].toSorted()).toEqual(all.map(({ operationId = "" }) => operationId).toSorted());
});

const listEdgeOperations = ({ paths, webhooks }: EdgeDocument): readonly EdgeOperation[] => [
  ...Object.values(paths).flatMap((item) =>
    Object.values(item).filter(({ operationId }) => operationId !== undefined),
  ),
  ...Object.values(webhooks).map(({ post }) => post),
];

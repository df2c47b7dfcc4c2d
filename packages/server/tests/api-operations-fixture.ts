import {
  startIntegrator,
  type ApiResponse,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
} from "@parlour/testkit";
import { WebSocket } from "ws";
import { describeDocuments } from "../src/openapi/documents.ts";
import type { OpenApi, Operation } from "../src/openapi/service-api.ts";
import { referencedResources } from "./api-isolation-fixture.ts";
import { createApiObjects } from "./api-objects-fixture.ts";
import { password } from "./sign-in-fixture.ts";
import { openWidgetFixture, type WidgetFixture } from "./widget-fixture.ts";

/** Sends one operation with its example, its ids and its credentials. */
type Send = (headers?: Readonly<Record<string, string>>) => Promise<ApiResponse>;
/** An installation with an object of each resource, and requests for all operations. */
export interface Operations {
  readonly fixture: WidgetFixture;
  readonly integrator: FakeIntegrator;
  readonly secondOperator: TestOperator;
  /** Calls `ask` for each operation in an order in which they can succeed. Returns the refusals. */
  readonly run: (
    ask: (call: Call, path: string, send: Send) => Promise<ApiResponse>,
  ) => Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

/**
 * Operations whose example cannot succeed here, with the code of the refusal. They need an email
 * address, an OIDC or telephony server, a browser's passkey, a chat by mail, or a failed delivery,
 * or an operation before them has ended what they name.
 */
export const refusals: Readonly<Record<string, string>> = {
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
/** Operations whose result is what later ones change: not the own account, and a usable device. */
const createdResources: Readonly<Record<string, string>> = {
  createAccount: "accounts",
  createOidcProvider: "instance/oidc",
  createPushDevice: "push/subscriptions",
};

/** An operation with its address. */
export interface Call {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}
/** Objects that a field of a body refers to. */
const resources: Readonly<Record<string, string>> = {
  ...referencedResources,
  operators: "operators",
  provider_id: "bot-providers",
  tags: "tags",
};
const readCookie = ({ headers }: ApiResponse): string =>
  headers.getSetCookie()[0]?.split(";")[0] ?? "";

const isForm = ({ operation }: Call): boolean =>
  JSON.stringify(operation.requestBody ?? {}).includes("multipart/form-data");
const onePixel = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

export async function openOperations(): Promise<Operations> {
  /** Cookie of a session of the owner. */
  let cookie = "";

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

  const integrator = await startIntegrator();
  const fixture = await openWidgetFixture();
  // Before the owner has a second factor.
  const { call, owner, url } = fixture.parlour;
  const { email } = owner;
  const signedIn = await call("POST", "sessions", { email, password }, { origin: url });
  cookie = readCookie(signedIn);
  const secondOperator: TestOperator = await fixture.parlour.operator("operator", "Tom Brandt");
  const channel: TestChannel = await fixture.parlour.channel(`${integrator.url}/chat`, {
    operators: [owner.id, secondOperator.id],
  });
  await Promise.all([goOnline(owner), goOnline(secondOperator)]);
  const ids: Record<string, string | number> = {
    ...(await createApiObjects(fixture, integrator)),
    operators: secondOperator.id,
  };
  await fixture.parlour.sendCustomerMessage(channel, "second-visitor", "Hello");
  const otherVisitor = (await fixture.parlour.findChat("second-visitor")).visitor.number;
  const document = (await describeDocuments())["openapi.json"] as OpenApi;
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
      changeChatTags: { add: [ids["tags"]], remove: [] },
      setChatFields: { fields: {} },
      setVisitorFields: { fields: {} },
      updateTag: { name: "returns" },
    })[id];

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
  const run: Operations["run"] = async (ask) => {
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
      const body = buildBody(one);
      const answer = await ask(one, path, (headers = {}) =>
        isForm(one)
          ? sendForm(one, { ...credentials, ...headers })
          : call(one.method.toUpperCase(), path, body, { ...credentials, ...headers }),
      );
      // The change to another account replaces the session.
      if (one.id === "switchAccount") cookie = readCookie(answer);
      const resource = createdResources[one.id];
      if (resource !== undefined && answer.status === 201)
        ids[resource] = (answer.body as { id: number | string }).id;
      if (answer.status >= 300)
        outcomes[one.id] = (answer.body as { error: { code: string } }).error.code;
    }
    return outcomes;
  };
  return {
    fixture,
    integrator,
    secondOperator,
    run,
    async close() {
      for (const socket of sockets) socket.terminate();
      await fixture.close();
      await integrator.close();
    },
  };
}

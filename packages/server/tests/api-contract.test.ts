import { type ApiResponse, type FakeIntegrator, type TestOperator } from "@parlour/testkit";
import type { Bot } from "@parlour/protocol/api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { compileBody } from "../src/openapi/compile-body.fixture.ts";
import { describeDocuments } from "../src/openapi/documents.ts";
import { wholeExamples } from "../src/openapi/examples/whole-examples.ts";
import { openOperations, refusals, type Call, type Operations } from "./api-operations-fixture.ts";
import { loadResponseContract, type ResponseContract } from "./response-contract.ts";
import type { WidgetFixture } from "./widget-fixture.ts";

let operations: Operations;
let fixture: WidgetFixture;
let integrator: FakeIntegrator;
let contract: ResponseContract;
let secondOperator: TestOperator;

beforeAll(async () => {
  [operations, contract] = await Promise.all([openOperations(), loadResponseContract()]);
  ({ fixture, integrator, secondOperator } = operations);
});
afterAll(() => operations.close());

it("[API-395] each operation of openapi.json is called with its example, and each answer is one that it lists", async () => {
  const outcomes = await operations.run(async (one, path, send) => {
    const answer = await send();
    check(one, path, answer);
    return answer;
  });
  expect(outcomes).toEqual(refusals);
});

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

import { isSuccessResponse, describeResponse } from "../response.ts";
import type { EndpointResult } from "../http-client.ts";
import { createFailedVerdict, createPassedVerdict, type Check, type Verdict } from "../report.ts";
import { generateId } from "../sign.ts";
import {
  emptySession,
  createChatFinished,
  emptyAgent,
  createSampleEvents,
  type LogMessage,
  type NamedBody,
  type SampleEvent,
} from "./samples.ts";

/** Options of a request. `id` is the value of `webhook-id`, `signed` the kind of signature. */
interface SendOptions {
  readonly id?: string;
  readonly signed?: "wrong" | "stale" | "second";
  readonly headers?: Readonly<Record<string, string>>;
}
export type SendEvent = (event: NamedBody, options?: SendOptions) => Promise<EndpointResult>;

/** A body that the receiver must accept. `headers` are additional headers. */
interface BodyCase {
  readonly rule: string;
  readonly title: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly advice: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates checks with bodies of every shape, and a repeat. `at`: their time, Unix seconds. */
export function createWebhookBodyChecks(at: number, send: SendEvent): readonly Check[] {
  const check = ({ rule, title, body, advice, headers = {} }: BodyCase): Check => ({
    rule,
    title,
    run: async () => {
      const answer = await send({ name: String(body["event_name"]), body }, { headers });
      return isSuccessResponse(answer)
        ? createPassedVerdict()
        : createFailedVerdict(describeResponse(answer), advice);
    },
  });
  return [
    {
      rule: "WH-063",
      title: "takes the same event again, with the same webhook-id",
      run: () => checkRepeat(getSample("chat_accepted", at), send),
    },
    ...[
      ...unknownValueBodies(at),
      ...missingPartBodies(at),
      ...unusualBodies(at),
      ...futureBodies(at),
    ].map(check),
  ];
}

async function checkRepeat(accepted: SampleEvent, send: SendEvent): Promise<Verdict> {
  const id = `evt_${generateId()}`;
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const answer = await send(accepted, { id });
    if (!isSuccessResponse(answer))
      return createFailedVerdict(
        `attempt ${attempt}: ${describeResponse(answer)}`,
        "Every event can come more than once: remember webhook-id, do the work once, and answer 2xx again.",
      );
  }
  return createPassedVerdict();
}

function unknownValueBodies(at: number): readonly BodyCase[] {
  const accepted = getSample("chat_accepted", at).body;
  const log: LogMessage[] = [
    createVisitorMessage(at, "Hello"),
    { message: "Hi", timestamp: at, type: "agent", agent_id: 9 },
  ];
  return [
    {
      rule: "WH-021",
      title: "takes a rating that is null",
      body: createChatFinished(at, log, null),
      advice: "chat.rate is null if the visitor did not rate the chat.",
    },
    {
      rule: "WH-021",
      title: "takes unknown values as empty strings",
      body: {
        ...accepted,
        session: emptySession,
        page: { url: "", title: "" },
        user_token: undefined,
        department: undefined,
      },
      advice: 'An unknown value is "", and user_token and department are left out: store them so.',
    },
  ];
}

function missingPartBodies(at: number): readonly BodyCase[] {
  return [
    {
      rule: "WH-024",
      title: "takes an agent who is nobody yet",
      body: {
        ...getSample("call_event", at).body,
        agent: emptyAgent,
        call: { type: "incoming", phone: "+4930111222", status: "start" },
      },
      advice: 'agent.id is "0" while no operator holds the chat or call.',
    },
    {
      rule: "WH-028",
      title: "takes a chat without operator and without messages",
      body: createChatFinished(at, [], null),
      advice: "agents and chat.messages can be empty arrays.",
    },
    {
      rule: "WH-032",
      title: "takes an event without chat_id",
      body: getSample("offline_message", at).body,
      advice: "offline_message has no chat_id, agent and chat.",
    },
    {
      rule: "WH-111",
      title: "takes a changed visitor without a chat",
      body: {
        ...getSample("visitor_updated", at).body,
        chat_id: undefined,
        agent: undefined,
        changes: [],
      },
      advice: "visitor_updated has chat_id and agent only while the visitor has a chat.",
    },
    {
      rule: "WH-109",
      title: "takes a message without its text",
      body: {
        ...getSample("message_created", at).body,
        chat_message: { id: 1, seq: 1, type: "system", kind: "text", timestamp: at, name: "" },
      },
      advice: "chat_message.message is present only if the webhook sends the texts of messages.",
    },
  ];
}

function unusualBodies(at: number): readonly BodyCase[] {
  const accepted = getSample("chat_accepted", at).body;
  const visitor = accepted["visitor"] as object;
  const longMessages = Array.from({ length: 150 }, (_, n) =>
    createVisitorMessage(at, `${n} ${"a long message 🙂 ".repeat(100)}`),
  );
  return [
    {
      rule: "WH-020",
      title: "takes any character of Unicode",
      body: { ...accepted, visitor: { ...visitor, name: "Nádia 🙂 שלום \u2028 & <b> \"' \\ 李" } },
      advice: "Read the body as UTF-8 and store all of Unicode (in MySQL: utf8mb4).",
    },
    {
      rule: "WH-033",
      title: "takes a body of almost 1 MiB",
      body: createChatFinished(at, longMessages, "negative"),
      advice:
        "A body has up to 1 MiB (1 048 576 bytes): raise the limit of your server and framework.",
    },
  ];
}

/** Returns bodies with unknown keys and headers, as later versions of Parlour may send them. */
function futureBodies(at: number): readonly BodyCase[] {
  const accepted = getSample("chat_accepted", at).body;
  const visitor = accepted["visitor"] as object;
  return [
    {
      rule: "CORE-133",
      title: "ignores keys and headers it does not know",
      body: { ...accepted, added: { later: null }, visitor: { ...visitor, added: 1 } },
      advice: "New keys can come at any time: ignore what you do not know.",
      headers: { "parlour-added": "later" },
    },
    {
      rule: "WH-070",
      title: "takes a test event",
      body: { ...accepted, chat_id: 0 },
      advice:
        "The button Send test event sends chat_id 0 and the header Parlour-Test: 1: answer 2xx, store nothing.",
      headers: { "parlour-test": "1" },
    },
  ];
}

const createVisitorMessage = (at: number, message: string): LogMessage => ({
  message,
  timestamp: at,
  type: "visitor",
});

function getSample(name: string, at: number): SampleEvent {
  const match = createSampleEvents(at).find((event) => event.name === name);
  if (match === undefined) throw new Error(`there is no sample of ${name}`);
  return match;
}

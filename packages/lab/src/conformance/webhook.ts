import type { Answer } from "./dial.ts";
import { openDialler } from "./dial.ts";
import type { Common } from "./options.ts";
import { quote } from "./reply.ts";
import { failed, passed, reportOf, runChecks, type Check, type Report, type Verdict } from "./report.ts";
import { freshId, openSigner } from "./sign.ts";
import { signatureVerdicts } from "./signature-checks.ts";
import { checkReply } from "./webhook-reply.ts";
import { emptySession, finished, nobody, sampleEvents, type LogMessage, type SampleEvent } from "./webhook-samples.ts";

/** How an event is sent: `id` of `webhook-id`, `seq` of `Parlour-Seq`. */
interface How {
  readonly id?: string;
  readonly signed?: "wrong" | "stale" | "second";
  readonly headers?: Readonly<Record<string, string>>;
}
type SendEvent = (event: Pick<SampleEvent, "name" | "body">, how?: How) => Promise<Answer>;

const limitMs = 15_000;

/** Plays Parlour against a receiver of interface C and reports by rule id. */
export async function checkWebhook(options: Common): Promise<Report> {
  // WH-002: exactly as entered; a fragment is not sent.
  const url = new URL(options.url);
  url.hash = "";
  const dialler = openDialler({ limitMs, maxBytes: 262_144 });
  const signer = openSigner(options.secret);
  let seq = 0;
  const send: SendEvent = ({ name, body }, how = {}) => {
    const text = JSON.stringify(body);
    seq += 1;
    return dialler.post({
      url,
      body: text,
      headers: {
        "content-type": "application/json; charset=utf-8",
        accept: "application/json",
        "user-agent": "Parlour/conformance",
        "parlour-event": name,
        "parlour-seq": String(seq),
        ...how.headers,
        ...signer.headers(how.id ?? `evt_${freshId()}`, text, how.signed),
      },
    });
  };
  const at = Math.floor(Date.now() / 1000);
  const checks = [
    ...sampleEvents(at).map((event, n) => eventCheck(event, send, n === 0)),
    ...bodyChecks(at, send),
    ...signatureVerdicts(signer, async (signed) => {
      const answer = await send(sampleEvents(at)[1] as SampleEvent, { signed });
      return { isTaken: isTaken(answer), seen: sawOf(answer) };
    }),
  ];
  try {
    return reportOf("webhook", url, await runChecks(checks, () => dialler.slowest()));
  } finally {
    dialler.close();
  }
}

function eventCheck(event: SampleEvent, send: SendEvent, isFirst: boolean): Check {
  return {
    rule: event.isAnswered ? "WH-042" : "WH-060",
    title: `takes ${event.name}${event.isAnswered ? ", and its reply can be read" : ""}`,
    ...(isFirst ? { first: true } : {}),
    run: async () => {
      const answer = await send(event);
      const refused = refusal(answer);
      if (refused !== null) return refused;
      const { faults, note } = checkReply(answer.kind === "answered" ? answer.body : Buffer.alloc(0), event.isAnswered);
      const fault = faults[0];
      return fault === undefined
        ? passed(note)
        : failed(faults.map((one) => one.seen).join("; "), faults.map((one) => one.advice).join(" "), fault.rule);
    },
  };
}

function bodyChecks(at: number, send: SendEvent): readonly Check[] {
  const [accepted, , , , offline, call] = sampleEvents(at) as readonly [
    SampleEvent,
    SampleEvent,
    SampleEvent,
    SampleEvent,
    SampleEvent,
    SampleEvent,
  ];
  const done = (body: Readonly<Record<string, unknown>>, advice: string, how?: How) => async (): Promise<Verdict> => {
    const answer = await send({ name: String(body["event_name"]), body }, how);
    return isTaken(answer) ? passed() : failed(sawOf(answer), advice);
  };
  const say = (message: string): LogMessage => ({ message, timestamp: at, type: "visitor" });
  return [
    {
      rule: "WH-063",
      title: "takes the same event again, with the same webhook-id",
      run: async () => {
        const id = `evt_${freshId()}`;
        for (let attempt = 1; attempt <= 2; attempt += 1) {
          const answer = await send(accepted, { id });
          if (!isTaken(answer))
            return failed(
              `attempt ${attempt}: ${sawOf(answer)}`,
              "Every event can come more than once: remember webhook-id, do the work once, and answer 2xx again.",
            );
        }
        return passed();
      },
    },
    {
      rule: "WH-021",
      title: "takes a rating that is null",
      run: done(
        finished(at, [say("Hello"), { message: "Hi", timestamp: at, type: "agent", agent_id: 9 }], null),
        "chat.rate and chat_rate are null when the visitor did not rate.",
      ),
    },
    {
      rule: "WH-021",
      title: "takes unknown values as empty strings",
      run: done(
        { ...accepted.body, session: emptySession, page: { url: "", title: "" }, user_token: undefined, department: undefined },
        'An unknown value is "", and user_token and department are left out: store them so.',
      ),
    },
    {
      rule: "WH-024",
      title: "takes an agent who is nobody yet",
      run: done(
        { ...call.body, agent: nobody, call: { type: "incoming", phone: "+4930111222", status: "start" } },
        'agent.id is "0" while no operator holds the chat or call.',
      ),
    },
    {
      rule: "WH-028",
      title: "takes a chat without operator and without messages",
      run: done(finished(at, [], null), "agents and chat.messages can be empty arrays."),
    },
    { rule: "WH-032", title: "takes an event without chat_id", run: done(offline.body, "offline_message has no chat_id, agent and chat.") },
    {
      rule: "WH-020",
      title: "takes any character of Unicode",
      run: done(
        { ...accepted.body, visitor: { ...(accepted.body["visitor"] as object), name: "Nádia 🙂 שלום \u2028 & <b> \"' \\ 李" } },
        "Read the body as UTF-8 and store all of Unicode (in MySQL: utf8mb4).",
      ),
    },
    {
      rule: "WH-033",
      title: "takes a body of almost 1 MiB",
      run: done(
        finished(
          at,
          Array.from({ length: 150 }, (_, n) => say(`${n} ${"a long message 🙂 ".repeat(100)}`)),
          "negative",
        ),
        "A body has up to 1 MiB (1 048 576 bytes): raise the limit of your server and framework.",
      ),
    },
    {
      rule: "CORE-133",
      title: "ignores keys and headers it does not know",
      run: done(
        { ...accepted.body, added: { later: null }, visitor: { ...(accepted.body["visitor"] as object), added: 1 } },
        "New keys can come at any time: ignore what you do not know.",
        {
          headers: { "parlour-added": "later" },
        },
      ),
    },
    {
      rule: "WH-070",
      title: "takes a test event",
      run: done(
        { ...accepted.body, chat_id: 0 },
        "The button Send test event sends chat_id 0 and the header Parlour-Test: 1: answer 2xx, store nothing.",
        {
          headers: { "parlour-test": "1" },
        },
      ),
    },
  ];
}

const isTaken = (answer: Answer): boolean => answer.kind === "answered" && answer.status >= 200 && answer.status < 300;
const sawOf = (answer: Answer): string =>
  answer.kind === "answered"
    ? `HTTP ${answer.status}, ${quote(answer.body)}`
    : answer.kind === "timeout"
      ? `no answer within ${answer.ms} ms`
      : answer.why;

/** WH-060 – WH-062: what is no success, told apart. */
function refusal(answer: Answer): Verdict | null {
  if (isTaken(answer)) return null;
  const seen = sawOf(answer);
  if (answer.kind === "timeout")
    return failed(seen, "Answer 2xx at once and do the work afterwards: after 15 s the event is sent again.", "WH-060");
  if (answer.kind === "cut") return failed(seen, "Start the receiver, or correct the address; it must be reachable from here.", "WH-060");
  if (answer.status === 410)
    return failed(seen, "410 switches the endpoint off at once: answer it only when no more events are wanted.", "WH-062");
  if (answer.status === 401 || answer.status === 403)
    return failed(seen, "If the receiver verifies signatures, give its secret with --secret.", "CORE-124");
  if (answer.status >= 300 && answer.status < 400) return failed(seen, "Enter the final address: redirects are never followed.", "WH-060");
  return failed(
    seen,
    "Answer 2xx for every event, also for those you have no use for: others are sent again, ten times over 75 hours.",
    "WH-060",
  );
}

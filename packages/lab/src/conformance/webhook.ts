import { isTaken, sawOf, sentHeaders } from "./answer.ts";
import { openDialler, type Answer, type Dialler } from "./dial.ts";
import type { Common } from "./options.ts";
import { failed, passed, reportOf, runChecks, type Check, type Report, type Verdict } from "./report.ts";
import { freshId, openSigner, type Signer } from "./sign.ts";
import { signatureVerdicts } from "./signature-checks.ts";
import { bodyChecks, type SendEvent } from "./webhook-bodies.ts";
import { checkReply } from "./webhook-reply.ts";
import { sampleEvents, type SampleEvent } from "./webhook-samples.ts";

const limitMs = 15_000;

/** Tests a receiver of interface C as Parlour would, and reports by rule id. */
export async function checkWebhook(options: Common): Promise<Report> {
  // The URL is used exactly as entered, without a fragment (WH-002).
  const url = new URL(options.url);
  url.hash = "";
  const dialler = openDialler({ limitMs, maxBytes: 262_144 });
  const signer = openSigner(options.secret);
  const send = sender(url, dialler, signer);
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

/** Sends events as Parlour does, numbered and signed. */
function sender(url: URL, dialler: Dialler, signer: Signer): SendEvent {
  let seq = 0;
  return ({ name, body }, how = {}) => {
    const text = JSON.stringify(body);
    seq += 1;
    const headers = {
      ...sentHeaders,
      "parlour-event": name,
      "parlour-seq": String(seq),
      ...how.headers,
      ...signer.headers(how.id ?? `evt_${freshId()}`, text, how.signed),
    };
    return dialler.post({ url, body: text, headers });
  };
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

/** Explains an unsuccessful response (WH-060 – WH-062). */
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

import { isSuccessResponse, describeResponse, requestHeaders } from "../response.ts";
import { openEndpointClient, type EndpointResult, type EndpointClient } from "../http-client.ts";
import type { CommonOptions, ConformanceWaits } from "../options.ts";
import {
  createFailedVerdict,
  createPassedVerdict,
  createReport,
  runChecks,
  type Check,
  type Report,
  type Verdict,
} from "../report.ts";
import { generateId, createSigner, type Signer } from "../sign.ts";
import { createSignatureChecks } from "../signature-checks.ts";
import { createWebhookBodyChecks, type SendEvent } from "./body-checks.ts";
import { checkReply } from "./reply.ts";
import { createSampleEvents, type SampleEvent } from "./samples.ts";

/** Tests a receiver of interface C as Parlour would, and reports by rule id. */
export async function checkWebhook(options: CommonOptions & ConformanceWaits): Promise<Report> {
  // The URL is used exactly as entered, without a fragment (WH-002).
  const url = new URL(options.url);
  url.hash = "";
  const dialler = openEndpointClient({ limitMs: options.webhookResponseMs, maxBytes: 262_144 });
  const signer = createSigner(options.secret);
  const send = createSendEvent(url, dialler, signer);
  const at = Math.floor(Date.now() / 1000);
  const checks = [
    ...createSampleEvents(at).map((event, n) => createEventCheck(event, send, n === 0)),
    ...createWebhookBodyChecks(at, send),
    ...createSignatureChecks(signer, async (signed) => {
      const answer = await send(createSampleEvents(at)[1] as SampleEvent, { signed });
      return { isTaken: isSuccessResponse(answer), seen: describeResponse(answer) };
    }),
  ];
  try {
    return createReport("webhook", url, await runChecks(checks, () => dialler.takeSlowestMs()));
  } finally {
    dialler.close();
  }
}

/** Creates a function that sends events as Parlour does, with attempt numbers and signatures. */
function createSendEvent(url: URL, dialler: EndpointClient, signer: Signer): SendEvent {
  let seq = 0;
  return ({ name, body }, sendOptions = {}) => {
    const text = JSON.stringify(body);
    seq += 1;
    const headers = {
      ...requestHeaders,
      "parlour-event": name,
      "parlour-seq": String(seq),
      ...sendOptions.headers,
      ...signer.headers(sendOptions.id ?? `evt_${generateId()}`, text, sendOptions.signed),
    };
    return dialler.post({ url, body: text, headers });
  };
}

function createEventCheck(event: SampleEvent, send: SendEvent, isFirst: boolean): Check {
  return {
    rule: event.isAnswered ? "WH-042" : "WH-060",
    title: `takes ${event.name}${event.isAnswered ? ", and its reply can be read" : ""}`,
    first: isFirst ? true : undefined,
    run: async () => {
      const answer = await send(event);
      const refusedVerdict = toVerdict(answer);
      if (refusedVerdict !== null) return refusedVerdict;
      const { faults, note } = checkReply(
        answer.kind === "answered" ? answer.body : Buffer.alloc(0),
        event.isAnswered,
      );
      const fault = faults[0];
      return fault === undefined
        ? createPassedVerdict(note)
        : createFailedVerdict(
            faults.map((replyFault) => replyFault.seen).join("; "),
            faults.map((replyFault) => replyFault.advice).join(" "),
            fault.rule,
          );
    },
  };
}

/** Explains an unsuccessful response (WH-060 – WH-062). Returns null for a successful one. */
function toVerdict(answer: EndpointResult): Verdict | null {
  if (isSuccessResponse(answer)) return null;
  const observed = describeResponse(answer);
  if (answer.kind === "timeout")
    return createFailedVerdict(
      observed,
      "Answer 2xx at once and do the work afterwards: after 15 s the event is sent again.",
      "WH-060",
    );
  if (answer.kind === "cut")
    return createFailedVerdict(
      observed,
      "Start the receiver, or correct the address; it must be reachable from here.",
      "WH-060",
    );
  if (answer.status === 410)
    return createFailedVerdict(
      observed,
      "410 switches the endpoint off at once: answer it only when no more events are wanted.",
      "WH-062",
    );
  if (answer.status === 401 || answer.status === 403)
    return createFailedVerdict(
      observed,
      "If the receiver verifies signatures, give its secret with --secret.",
      "CORE-124",
    );
  if (answer.status >= 300 && answer.status < 400)
    return createFailedVerdict(
      observed,
      "Enter the final address: redirects are never followed.",
      "WH-060",
    );
  return createFailedVerdict(
    observed,
    "Answer 2xx for every event, also for those you have no use for: others are sent again, ten times over 75 hours.",
    "WH-060",
  );
}

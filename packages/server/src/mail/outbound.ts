import type { RequestReady, RequestPostponed, RequestImpossible, DeliveryDriver, AttemptOutcome } from "../delivery/index.ts";
import type { EgressReply } from "../egress/index.ts";
import type { Claim } from "../queue/index.ts";
import { lettersOf, type LetterDeps, type Letters } from "./addressed.ts";
import { atOnce, policy } from "./policy.ts";
import { openTaken, postAll, type Taken } from "./post-all.ts";
import { senderOf, type Mail, type MailServer } from "./settings.ts";
import type { Posted } from "./smtp.ts";
import { wordsOf } from "./words.ts";

export interface MailOutboundDeps extends LetterDeps {
  /** Current mail server. null: mail is not set up. */
  readonly server: () => MailServer | null;
  readonly post: (server: MailServer, mail: Mail, timeoutMs: number) => Promise<Posted>;
}
/** Delay until the next check for a free slot. */
const againMs = 250;

/**
 * Sends emails as deliveries (CORE-050). Content and recipients are determined at the time of
 * sending.
 */
export function mailOutbound(deps: MailOutboundDeps): DeliveryDriver {
  let underWay = 0;
  const taken = openTaken();
  return {
    policy,
    async buildRequest(claim): Promise<RequestReady | RequestImpossible | RequestPostponed> {
      const server = deps.server();
      if (server === null) return { never: "endpoint_off", message: "Mail is not set up." };
      const letters = await lettersOf(deps, claim);
      if ("never" in letters) return letters;
      if (underWay >= atOnce) return { later: deps.clock.now() + againMs };
      underWay += 1;
      const post = (mail: Mail, timeoutMs: number) => deps.post(server, mail, timeoutMs);
      return built(server, letters, claim, taken, post, () => (underWay -= 1));
    },
    judge,
  };
}

function built(
  server: MailServer,
  letters: Letters,
  { delivery }: Claim,
  taken: Taken,
  post: (mail: Mail, timeoutMs: number) => Promise<Posted>,
  end: () => void,
): RequestReady {
  const [{ subject, text }] = letters;
  const messageId = `parlour.${delivery.id}`;
  const mails = letters.map(({ part, ...letter }): Mail => ({
    ...letter,
    messageId: part === undefined ? messageId : `${messageId}.${part}`,
  }));
  const request = {
    url: `smtp://${server.host}:${server.port}`,
    headers: {
      from: senderOf(server.from)?.address ?? server.from,
      to: letters.flatMap(({ to }) => to).join(", "),
      "message-id": messageId,
    },
    // Subject and text contain personal data, so developers see the body masked (CORE-001).
    body: `${subject}\n\n${text}`,
  };
  return {
    ...request,
    chunked: false,
    webhookId: messageId,
    warning: null,
    async send(timeoutMs) {
      try {
        const posted = await postAll(mails, taken, (mail, spentMs) => post(mail, Math.max(1, timeoutMs - spentMs)));
        return { reply: replyOf(posted, server), request, answer: posted.reply === null ? null : { headers: {}, body: posted.reply } };
      } finally {
        end();
      }
    },
  };
}

/**
 * Converts the result to a response for the delivery log. Delivered means that at least one
 * recipient was accepted.
 */
function replyOf(posted: Posted, server: MailServer): EgressReply {
  const { durationMs, status } = posted;
  const message = wordsOf(posted, server);
  if (posted.outcome === "delivered")
    return {
      kind: "answered",
      status: status ?? 250,
      headers: { refused: posted.refused.join(", ") },
      body: Buffer.from(posted.reply ?? ""),
      durationMs,
    };
  return { kind: "failed", outcome: posted.outcome, message, status, headers: { again: String(posted.mayRepeat) }, durationMs };
}

function judge(reply: EgressReply): AttemptOutcome {
  const common = { unconfirmed: false, shownNow: null, shownAtEnd: null };
  if (reply.kind === "answered") {
    const refused = reply.headers["refused"] ?? "";
    const error = refused === "" ? null : { code: "recipient_refused", message: `The server did not take it for ${refused}.` };
    return { outcome: "delivered", means: "delivered", error, ...common };
  }
  const { outcome, message } = reply;
  const error = { code: outcome, message };
  const means = reply.headers?.["again"] === "true" ? "again" : "final";
  return { outcome, means, error, ...common, shownNow: error, shownAtEnd: error };
}

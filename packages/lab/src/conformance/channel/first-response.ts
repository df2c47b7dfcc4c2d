import type { InterpretedResponse } from "./response.ts";
import { okAdvice } from "./context.ts";
import { createFailedVerdict, createPassedVerdict, type Verdict } from "../report.ts";

/** Explains the response to the first request, which reveals most faults of an endpoint. */
export function checkFirstResponse(
  result: InterpretedResponse,
  isRecipientKnown: boolean,
): Verdict {
  switch (result.kind) {
    case "success":
      return createPassedVerdict();
    case "unconfirmed":
      return createPassedVerdict(
        `${result.seen}: counts as delivered, but the ledger marks it "unconfirmed". Better: {"result":"ok"}`,
      );
    case "refused":
      if (result.code === "recipient_not_found" && !isRecipientKnown)
        return createPassedVerdict(
          `${result.seen}. Give --recipient with the id of a customer you know, to have acceptance tested.`,
        );
      return createFailedVerdict(
        result.seen,
        `${okAdvice} With --recipient an id you know is used.`,
        "CH-082",
      );
    case "silent":
      return result.isTimeout
        ? createFailedVerdict(result.seen, `${okAdvice} Do slow work after the answer.`, "CH-081")
        : createFailedVerdict(
            result.seen,
            "Start the endpoint, or correct the address; it must be reachable from here.",
            "CH-070",
          );
    case "failed":
      return explainStatus(result);
  }
}

function explainStatus({
  status,
  seen,
}: {
  readonly status: number;
  readonly seen: string;
}): Verdict {
  if (status >= 300 && status < 400)
    return createFailedVerdict(
      seen,
      "Give the final address: redirects are never followed.",
      "CH-080",
    );
  if (status === 404 || status === 405)
    return createFailedVerdict(
      seen,
      "Parlour posts to <endpoint URL>/<CHANNEL_PUBLIC_ID>: serve POST there (--id sets the id, --no-id leaves it out).",
      "CH-070",
    );
  if (status === 401 || status === 403)
    return createFailedVerdict(
      seen,
      "If the endpoint verifies signatures, give its secret with --secret; else let requests without further credentials in.",
      "CORE-124",
    );
  if (status === 411)
    return createFailedVerdict(seen, "The request has a Content-Length; read it.", "CH-073");
  if (status === 415)
    return createFailedVerdict(seen, 'Accept "application/json; charset=utf-8".', "CH-072");
  return createFailedVerdict(seen, okAdvice, "CH-080");
}

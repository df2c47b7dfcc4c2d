import {
  createFailedVerdict,
  createPassedVerdict,
  createSkippedVerdict,
  type Check,
  type Verdict,
} from "./report.ts";
import type { Signer } from "./sign.ts";

/** Sends a harmless request. `isTaken`: the endpoint accepted it. */
export type SendSigned = (
  variant: "wrong" | "stale" | "second",
) => Promise<{ readonly isTaken: boolean; readonly seen: string }>;

const samplesHint = "docs/integrate/signatures.md has samples.";

/** Creates the checks of CORE-124. They are the same for every interface. */
export function createSignatureChecks(signer: Signer, send: SendSigned): readonly Check[] {
  const ifSecretKnown = async (run: () => Promise<Verdict>): Promise<Verdict> =>
    signer.isKnown
      ? run()
      : createSkippedVerdict(
          "The endpoint's secret is not known here.",
          "Give --secret whsec_… to have it tested.",
        );
  const check = (title: string, run: () => Promise<Verdict>): Check => ({
    rule: "CORE-124",
    title,
    run,
  });
  return [
    check("refuses a request with a wrong signature", () => checkWrongSignature(signer, send)),
    check("takes the right one of two signatures, as after a rotated secret", () =>
      ifSecretKnown(() => checkSecondSignature(send)),
    ),
    check("refuses a request that is an hour old", () =>
      ifSecretKnown(() => checkStaleTimestamp(send)),
    ),
  ];
}

async function checkWrongSignature(signer: Signer, send: SendSigned): Promise<Verdict> {
  const { isTaken, seen } = await send("wrong");
  if (!isTaken) return createPassedVerdict(seen);
  return signer.isKnown
    ? createFailedVerdict(
        `accepted what another secret signed: ${seen}`,
        `Compare the signature, and refuse with 401. ${samplesHint}`,
      )
    : createSkippedVerdict(
        "Signatures are not verified: what a secret nobody knows signed is accepted.",
        samplesHint,
      );
}

async function checkSecondSignature(send: SendSigned): Promise<Verdict> {
  const { isTaken, seen } = await send("second");
  if (isTaken) return createPassedVerdict();
  return createFailedVerdict(
    `refused the right signature in second place: ${seen}`,
    "Split webhook-signature at spaces and accept when one of them is right: for 24 h after a rotation two are sent.",
  );
}

async function checkStaleTimestamp(send: SendSigned): Promise<Verdict> {
  const { isTaken, seen } = await send("stale");
  if (!isTaken) return createPassedVerdict(seen);
  return createFailedVerdict(
    `accepted a right signature with a webhook-timestamp of an hour ago: ${seen}`,
    "Refuse a webhook-timestamp more than five minutes away, so that a recorded request cannot be played again.",
  );
}

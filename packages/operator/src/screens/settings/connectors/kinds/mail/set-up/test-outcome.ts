import type { ConnectionTest } from "@parlour/protocol/api";

/** What the test of the third step showed. */
export interface TestOutcome {
  /** Whether the mailbox was read, or null if there is none. */
  readonly isSignedIn: boolean | null;
  readonly isSent: boolean;
  /** Whether the email arrived, or null if that was not tried. */
  readonly hasArrived: boolean | null;
  /** The direction that failed first, or null. */
  readonly failed: ConnectionTest["outbound"] | null;
  /** Whether a server refused user or password. */
  readonly isSignInRefused: boolean;
  /** The words of the server, or "". */
  readonly reply: string;
  /**
   * Whether the channel may be created: both directions work, or what is missing cannot be tested
   * before it exists.
   */
  readonly isReady: boolean;
  /** Whether the channel may be created although the email did not arrive. */
  readonly mayCreate: boolean;
}

/** Reads the result of a test (MAIL-121). */
export function readOutcome(
  { outbound, inbound }: ConnectionTest,
  receive: "imap" | "smtp",
): TestOutcome {
  const isMailboxProblem = outbound.code === "mailbox_first";
  const failed = isMailboxProblem
    ? inbound
    : outbound.ok
      ? inbound.ok
        ? null
        : inbound
      : outbound;
  const isLater = outbound.ok && inbound.code === "after_creation";
  const needsProof = outbound.code === "address_unproved";
  return {
    isSignedIn: receive === "smtp" ? null : !isMailboxProblem,
    isSent: outbound.ok,
    hasArrived: outbound.ok && !isLater ? inbound.ok : null,
    failed: isLater ? null : failed,
    isSignInRefused: failed?.code === "sign_in" || failed?.code === "smtp.sign_in",
    reply: failed?.values["reply"] ?? "",
    isReady: (outbound.ok && (inbound.ok || isLater)) || needsProof,
    mayCreate: outbound.ok,
  };
}

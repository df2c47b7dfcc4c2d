import type { MailStep } from "@parlour/protocol/api";
import type { MailRecord } from "../../store/settings/installation/mail-changes.ts";

/** Result of a test mail. */
export interface MailTestResult {
  readonly ok: boolean;
  readonly step: MailStep;
  readonly message: string;
  readonly reply: string | null;
  readonly durationMs: number;
}
/** Sends mail, as `mail` implements it. */
export interface MailPort {
  /** Returns whether mail is set up. */
  isAvailable(): boolean;
  /** Returns whether the text is one address, or a name and an address. */
  isSender(from: string): boolean;
  /**
   * Sends one mail with these settings, or with the current ones if `given` is null. Null if mail
   * is not set up.
   */
  test(account: number, to: string, given: MailRecord | null): Promise<MailTestResult | null>;
  /** Sends a link that sets a password. Null if mail is not set up. */
  link(
    account: number,
    to: string,
    of: {
      readonly kind: "invite" | "reset" | "forgot";
      readonly name: string;
      readonly by: string;
      readonly account: string;
      readonly url: string;
      readonly until: string;
    },
  ): Promise<{ readonly ok: boolean; readonly message: string } | null>;
}

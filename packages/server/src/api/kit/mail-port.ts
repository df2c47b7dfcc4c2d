import type { MailStep } from "@parlour/protocol/api";
import type { MailRecord } from "../../store/settings/installation/mail-changes.ts";

interface MailTestResult {
  readonly ok: boolean;
  readonly step: MailStep;
  readonly message: string;
  readonly reply: string | null;
  readonly durationMs: number;
}
export interface MailPort {
  isAvailable(): boolean;
  /**
   * Sends one test email with the given settings, or with the current ones if `given` is null.
   * Resolves to null if mail is not configured.
   */
  test(account: number, to: string, given: MailRecord | null): Promise<MailTestResult | null>;
  /**
   * Sends an email with a link that sets a password. Resolves to null if mail is not configured.
   */
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

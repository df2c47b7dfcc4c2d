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
  /** Sends a test with the given settings, or null: the current ones. Null without mail. */
  test(account: number, to: string, given: MailRecord | null): Promise<MailTestResult | null>;
  /** Sends a link that sets a password. Resolves to null without mail. */
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

import type { MailStep } from "@parlour/protocol/api";
import type { MailRecord, MailStateRecord, MailPreferencesRecord } from "../../store/settings/installation/mail-record.ts";
import type { Tx } from "./tx.ts";

export interface MailStore {
  read(): Promise<MailStateRecord>;
  readIn(tx: Tx): Promise<MailStateRecord>;
  set(tx: Tx, to: MailStateRecord): Promise<void>;
  /** The account whose head a change for all of them takes first, and the locks on the others. */
  firstAccount(): Promise<number>;
  lockOthers(tx: Tx, account: number): Promise<readonly number[]>;
  seal(text: string): Buffer;
  wishes(account: number, operator: number): Promise<MailPreferencesRecord | null>;
  setWishes(
    tx: Tx,
    account: number,
    operator: number,
    wishes: Pick<MailPreferencesRecord, "offline" | "missed"> & Partial<MailPreferencesRecord>,
  ): Promise<MailPreferencesRecord | null>;
  setLanguage(tx: Tx, account: number, operator: number, language: "en" | "ru"): Promise<void>;
}

export interface MailTestResult {
  readonly ok: boolean;
  readonly step: MailStep;
  readonly message: string;
  readonly reply: string | null;
  readonly durationMs: number;
}
/** The part that sends mail. */
export interface MailPort {
  isAvailable(): boolean;
  /** Whether it is one address, or a name and an address. */
  isSender(from: string): boolean;
  /** One mail with these settings (null: those in force); null: mail is not set up. */
  test(account: number, to: string, given: MailRecord | null): Promise<MailTestResult | null>;
  /** Sends a link that sets a password; null: mail is not set up. */
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

import type { OAuthProvider } from "@parlour/protocol/api/operations/oauth";
import type { ConnectionTest, FoundConnection } from "@parlour/protocol/api";
import type { ConnectorKind } from "@parlour/protocol/settings/connectors";
import type { ChannelTemplate } from "../../../core/entity.ts";
import type { ConnectionNotice } from "../../../core/channel/connection-notice.ts";
import type { ConnectorSettings } from "../../../core/channel/connector-settings.ts";
import type {
  SignInOperator,
  SignInPurpose,
} from "../../../store/settings/channels/mail-sign-in.ts";

/** The addresses of the channels that receive mails. */
export interface MailAddresses {
  readonly from: string | null;
  /** Returns whether an address, also with a token, is one of any channel of the installation. */
  readonly isOwn: (address: string) => boolean;
}

/** Sign-ins to mailboxes at their providers (MAIL-124). */
export interface MailSignInPort {
  /** Address to which a provider sends the browser back. */
  redirectUri(): string;
  /** Lists the providers at which people can sign in. */
  list(): Promise<readonly { readonly provider: OAuthProvider; readonly name: string }[]>;
  /** Returns the URL to open. The provider may propose `address`. Refusal: `not_available`. */
  begin(
    by: SignInOperator,
    request: SignInPurpose & { readonly address: string | null },
  ): Promise<string>;
  /**
   * Ends a sign-in with the query of the redirect. `grant` is null if it failed, and `problem` says
   * why. Throws Refusal `invalid_request` if this operator did not start it, or if it is over.
   */
  finish(
    by: SignInOperator,
    query: string,
  ): Promise<
    SignInPurpose & { readonly grant: string | null; readonly problem: ConnectionNotice | null }
  >;
}

/** What a connector finds out by an address, and what this installation offers. */
interface FoundSettings {
  readonly source: FoundConnection["source"];
  readonly provider: string | null;
  readonly settings: Readonly<Record<string, unknown>>;
  readonly hasReceiver: boolean;
  readonly hasMailServer: boolean;
}

/** What the routes of channels need from the connectors. */
export interface ConnectorPort {
  /** Asks the service (CON-011). Resolves with what to store. Refusals with a field. */
  prepare(
    kind: ConnectorKind,
    settings: ConnectorSettings,
    account: number,
  ): Promise<ConnectorSettings>;
  readonly signIns: MailSignInPort;
  /** Finds settings by an address (MAIL-120). Throws `not_available` if the kind has none. */
  findSettings(kind: ConnectorKind, address: string): Promise<FoundSettings>;
  /** CON-075. Refusals: `invalid_request` with the field, `not_available` without a test. */
  testSettings(
    kind: ConnectorKind,
    draft: ConnectorSettings & {
      readonly account: number;
      readonly addressState: "proved" | "unproved";
    },
  ): Promise<ConnectionTest>;
  /** CON-051. Refusals: `not_found`, `not_available` without templates or an answer. */
  templates(account: number, channelId: number): Promise<readonly ChannelTemplate[]>;
  /** MAIL-084. Refusals: `not_found`, `not_available` if the kind ignores none. */
  acceptIgnored(
    account: number,
    channelId: number,
    raw: Buffer,
  ): Promise<{ readonly chatId: number; readonly messageId: number }>;
  mailAddresses(account: number, channelId: number): Promise<MailAddresses>;
  /** Tests a channel in both directions (CON-040). */
  test(account: number, channelId: number): Promise<ConnectionTest>;
}

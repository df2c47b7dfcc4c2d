import { isMailAddress } from "@parlour/protocol/email/sender";
import type { MailChannelSettings } from "@parlour/protocol/settings/connectors/mail";
import type { ConnectorSettings } from "../../core/channel/connector-settings.ts";
import type { Clock } from "../../core/command.ts";
import { refuse } from "../../core/failure.ts";
import type { ConnectionNotice } from "../../core/channel/connection-notice.ts";
import { describeMailResult } from "../../mail/error-text.ts";
import type { MailServer } from "../../mail/settings.ts";
import type { SendMailResult } from "../../mail/smtp.ts";
import { getNotice } from "./notices.ts";
import {
  describeImapError,
  openImapConnection,
  toImapStep,
  type ImapConnection,
  type ImapConnectionDeps,
} from "./service/imap-connection.ts";
import {
  parseMailSettings,
  selectServer,
  type ImapSettings,
  type MailSettings,
  type SelectedServer,
  type StoredMailSettings,
} from "./settings.ts";

/** What reading the state of a mailbox needs. */
export interface MailboxDeps extends ImapConnectionDeps {
  readonly clock: Clock;
  readonly maxMailBytes: number;
}
/** The mail servers of the installation. */
export interface InstallationServers {
  readonly installationServer: () => MailServer | null;
  /** Whether this installation receives mails by SMTP (CFG-123). */
  readonly hasReceiver: boolean;
}
export interface CheckSettingsDeps extends MailboxDeps, InstallationServers {
  /** Connects to an outgoing server and signs in, without a mail. Never rejects. */
  readonly checkServer: (server: SelectedServer, timeoutMs: number) => Promise<SendMailResult>;
}

/** Permitted ports below 1024. Others would let administrators of accounts look for services. */
const mailPorts: ReadonlySet<number> = new Set([25, 143, 465, 587, 993]);
/** Time in ms for the check of one server. */
const checkTimeoutMs = 10_000;

/**
 * Checks the settings of a channel by connecting to its servers (MAIL-071). Rejects with
 * `invalid_request` and the field whose server refused them.
 */
export async function checkMailSettings(
  deps: CheckSettingsDeps,
  { account, ...stored }: ConnectorSettings & { readonly account: number },
): Promise<ConnectorSettings> {
  const { settings, server } = requireUsableSettings(deps, { ...stored, account });
  const info = settings.imap === null ? {} : await requireMailbox(deps, settings.imap);
  if (settings.smtp !== null) await checkOutgoing(deps, server);
  return { ...stored, info };
}

/** Checks the settings without a connection. Throws `invalid_request` with the field. */
export function requireUsableSettings(
  deps: InstallationServers,
  stored: StoredMailSettings,
): { readonly settings: MailSettings; readonly server: SelectedServer } {
  const { address, receive, send } = stored.settings as Record<string, unknown>;
  const settings = parseMailSettings(stored);
  if (!isMailAddress(String(address)) || settings.address.includes("+"))
    refuseField("address", "This is not an email address. It must have no +.");
  if (receive === "imap" && settings.imap === null)
    refuseField("imap", "Enter the mailbox to read, or receive by SMTP.");
  if (send === "smtp" && settings.smtp === null)
    refuseField("smtp", "Enter the server to send with, or use that of the installation.");
  if (settings.imap === null && !deps.hasReceiver)
    refuseField(
      "receive",
      "This installation receives no email by SMTP. Its owner can switch it on with SMTP_LISTEN.",
    );
  const server = selectServer(settings, deps.installationServer());
  if (server === null)
    return refuseField(
      "send",
      "The installation has no mail server. Its owner can set one under Settings → Mail server, or enter one for this channel.",
    );
  for (const [field, host] of [["imap", settings.imap] as const, ["smtp", settings.smtp] as const])
    if (host !== null && host.port < 1024 && !mailPorts.has(host.port))
      refuseField(field, `Port ${host.port} is none of mail: ${[...mailPorts].join(", ")}.`);
  const { oauth } = stored.settings as MailChannelSettings;
  if (oauth !== undefined) requireTokenHosts(oauth.provider, settings);
  return { settings, server };
}

/** Ends of the names of servers to which the tokens of a provider may be sent. */
const tokenHosts: Readonly<Record<string, readonly string[]>> = {
  google: [".gmail.com", ".googlemail.com"],
  microsoft: [".office365.com", ".office.com", ".outlook.com"],
};
/** Refuses servers of others, because whoever has a token can read the mailbox (MAIL-128). */
function requireTokenHosts(provider: string, { imap, smtp }: MailSettings): void {
  const ends = tokenHosts[provider];
  if (ends === undefined) return;
  for (const [field, server] of [["imap", imap] as const, ["smtp", smtp] as const]) {
    if (server === null || server.user === null) continue;
    if (server.security === "none" || !ends.some((end) => server.host.toLowerCase().endsWith(end)))
      refuseField(
        field,
        `This sign-in works only at the servers of its provider, with encryption.`,
      );
  }
}

const refuseField = (field: string, message: string): never =>
  refuse("invalid_request", message, { field: `settings.${field}` });

/** Where a mailbox is now, or why it cannot be read. */
type MailboxState =
  | { readonly info: ConnectorSettings["info"] }
  | { readonly problem: ConnectionNotice; readonly isSignIn: boolean };

async function requireMailbox(
  deps: CheckSettingsDeps,
  imap: ImapSettings,
): Promise<ConnectorSettings["info"]> {
  const state = await readMailbox(deps, imap);
  return "info" in state
    ? state.info
    : refuseField(
        !state.isSignIn ? "imap" : imap.grant == null ? "imap_password" : "oauth",
        state.problem.message,
      );
}

/** Signs in to a mailbox and checks that its folders exist. Never rejects. */
export async function readMailbox(deps: MailboxDeps, imap: ImapSettings): Promise<MailboxState> {
  try {
    return await withClient(deps, imap, async (client): Promise<MailboxState> => {
      const folders = await client.list();
      const folder = [imap.mailbox, imap.moveTo].find(
        (name) => name !== "" && !folders.some(({ path }) => isSameFolder(path, name)),
      );
      if (folder !== undefined) {
        const values = { host: imap.host, user: imap.user, folder };
        return { problem: getNotice("folder", values), isSignIn: false };
      }
      const { uidValidity, uidNext } = await client.mailboxOpen(imap.mailbox, { readOnly: true });
      return { info: { uid_validity: String(uidValidity), uid_next: uidNext } };
    });
  } catch (error) {
    return {
      problem: describeImapError(error, imap),
      isSignIn: toImapStep(error) === "sign_in",
    };
  }
}

/** Runs `use` with a connection to the server of the mailbox, within the time of a check. */
async function withClient<T>(
  deps: MailboxDeps,
  imap: ImapSettings,
  use: (client: ImapConnection) => Promise<T>,
): Promise<T> {
  const timeout = new AbortController();
  const cancel = deps.clock.scheduleAt(deps.clock.now() + checkTimeoutMs, () =>
    timeout.abort(new Error(`No answer within ${checkTimeoutMs / 1_000} s`)),
  );
  try {
    const client = await openImapConnection(deps, imap, deps.maxMailBytes, timeout.signal);
    try {
      return await use(client);
    } finally {
      client.close();
    }
  } finally {
    cancel();
  }
}
const isSameFolder = (path: string, folder: string): boolean =>
  path === folder || (path.toUpperCase() === "INBOX" && folder.toUpperCase() === "INBOX");

async function checkOutgoing(deps: CheckSettingsDeps, server: SelectedServer): Promise<void> {
  const result = await deps.checkServer(server, checkTimeoutMs);
  if (result.outcome !== "delivered")
    refuseField(
      result.step !== "sign_in" ? "smtp" : server.grant == null ? "smtp_password" : "oauth",
      describeMailResult(result, server),
    );
}

/**
 * Folders whose files read the time and set timers with a clock: `clock.ts` of the server, of the
 * operator application and of the widget. Scripts on the page of a site are exempt, because each
 * shared name costs bytes on every page.
 */
const clockUsers = ["packages/server/src/", "packages/operator/src/", "packages/widget/src/frame/"];
const readsTime =
  /\bDate\.now\(|\bnew Date\(\)|\bset(?:Timeout|Interval)\(|\bAbortSignal\.timeout\(|\btimers\/promises"|\bperformance\.now\(/;

/** Parts that may write rows (docs/style.md 3). Other parts call their exports. */
const rowWriters = [
  "backup/",
  "delivery/queue/",
  "delivery/report/",
  "journal/",
  "store/",
  "timers/",
];
/**
 * Besides `commit_batch`: files that write events or allocate positions of an account
 * (reliability.md 3: R1).
 */
const journalWriters = [
  "journal/writing/commit/commit-messages.ts",
  "store/account-data/write.ts",
  "store/erasure/erase-journal.ts",
  "store/erasure/retention.ts",
  "store/settings/account/account.ts",
  "store/provisioning/writers.ts",
  "journal/writing/outside/record-delivery.ts",
];
/**
 * Files that open database connections. All others use them, so that every connection has the
 * common settings.
 */
const databaseConnectors = [
  "/store/database/connections.ts",
  "/store/database/pools.ts",
  "/embedded/connect.ts",
  "/store/database/hosts/ask-hosts.ts",
];
/** Files that take a connection out of a pool: for a transaction, and for one statement. */
const connectionTakers = ["store/database/sql.ts", "store/replica/replica.ts"];

/**
 * Files that use addresses of chats besides `openChat` and `ChatLink`: for a new tab, and before
 * the live client starts.
 */
const chatAddressFiles = [
  "/ui/address/chat-routes.ts",
  "/ui/open-chat/open-chat.ts",
  "/ui/open-chat/parts.tsx",
  "/palette/use-search-result.ts",
  "/setup/steps/FirstMessageStep.tsx",
];

/** Files that show the address of the browser: `usePublicUrl`, and a page before the sign-in. */
const originReaders = ["/state/session.tsx", "/setup/steps/OwnerStep.tsx"];

/**
 * Returns the places of a product file that contain code which is permitted in other files only
 * (reliability.md 3: R1, R4, R7, R9). `file`: path from the root of the project.
 */
export function findRestrictedCode(file: string, text: string): readonly string[] {
  const violations: string[] = [];
  const lines = text.split("\n");
  const forbid = (expression: RegExp, why: string): void => {
    lines.forEach((line, i) => {
      if (expression.test(line) && !/^\s*(\/\/|\*|\/\*)/.test(line))
        violations.push(`${file}:${i + 1}: ${why}`);
    });
  };
  const clockUser = clockUsers.find((folder) => file.startsWith(folder));
  if (clockUser !== undefined && !file.endsWith("/clock.ts"))
    forbid(readsTime, `reads the time without the clock of ${clockUser.split("/src/")[0]} (R9)`);
  if (file.startsWith("packages/server/src/") && !file.endsWith("/clock.ts")) {
    forbid(/\bMath\.random\(/, "random comes from node:crypto through a port (R9)");
  }
  forbidChatPresses(file, forbid);
  const inServer = /^packages\/server\/src\/(.*)/.exec(file)?.[1];
  if (inServer !== undefined) {
    forbidUnguardedPools(inServer, forbid);
    if (!rowWriters.some((part) => inServer.startsWith(part)))
      forbid(
        /["`].*\b(?:insert into|delete from) \w+|["`].*\bupdate \w+ (?:\w+ )?set\b/,
        "rows are written in store, journal, timers, delivery/queue and delivery/report (R1)",
      );
    if (!journalWriters.includes(inServer))
      forbid(
        /\b(?:insert into|update|delete from) (?:journal|account_head)\b/,
        "events are written by commit_batch, commit_messages, commit_deliveries and record-delivery.ts (R1)",
      );
  }
  // The commands `tail` and `move-in` call an installation, as programs of integrators do.
  // A socket by requests connects to this process, without a network.
  const isClient =
    file.includes("/cli/tail/") ||
    ["/cli/commands/move-in.ts", "/realtime/socket-tunnels.ts"].some((end) => file.endsWith(end));
  if (file.startsWith("packages/server/src/") && !file.includes("/egress/") && !isClient) {
    // The fetch of an IMAP client uses its connection.
    forbid(
      /(?<!\bclient\.)\bfetch\(|\bhttps?\.request\(|from "undici"|\bnew WebSocket\(/,
      "only egress dials (R4)",
    );
    // Other modules that open connections. The certificate of PUBLIC_URL is checked by a TLS
    // handshake, and the doctor opens its sockets. STARTTLS of IMAP secures a connection that
    // egress opened.
    const harmless = "(?:isIP|METHODS|STATUS_CODES|createServer|createSecureContext)";
    if (
      !/\/health\/surroundings\/(?:tls|own-server)\.ts$/.test(file) &&
      !file.endsWith("/mail/service/imap-connection.ts")
    )
      forbid(
        new RegExp(
          `^import (?!type\\b|\\{ ${harmless}(?:, ${harmless})* \\}).* from "node:(?:net|tls|https?|http2|dgram)"`,
        ),
        "only egress dials (R4)",
      );
  }
  if (
    file.startsWith("packages/server/src/") &&
    !databaseConnectors.some((part) => file.endsWith(part))
  )
    forbid(
      /\bnew (?:pg\.Client|GuardedPool)\(/,
      "connections to the database are opened by store/database/connections.ts, which makes their settings (CFG-045)",
    );
  if (file.startsWith("packages/operator/src/") && !originReaders.some((end) => file.endsWith(end)))
    forbid(/\$\{(?:window\.)?location\.origin\}/, "addresses to copy use usePublicUrl (CFG-002)");
  if (file.startsWith("packages/server/src/core/")) {
    // A kind of settings has this name too.
    forbid(
      /(?<!\| ")\b(?:agents?|sender|client_info|[A-Z]+_(?:MESSAGE|AGENT|JOINED|UNAVAILABLE|CLOSED))\b/,
      "words of the wire live at edges (law 2)",
    );
  }
  forbid(
    /\.innerHTML\b|\.outerHTML\b|insertAdjacentHTML|dangerouslySetInnerHTML|\beval\(|new Function\(/,
    "no markup or code from data (R7)",
  );
  return violations;
}

function forbidUnguardedPools(
  inServer: string,
  forbid: (expression: RegExp, why: string) => void,
): void {
  forbid(/\bnew pg\.Pool\(/, "a pool is a GuardedPool of sql.ts (CORE-465)");
  if (!connectionTakers.includes(inServer))
    forbid(
      /\b(?:pool|writer|readers?|gatewayReads)\.connect\(/,
      "transactions of a pool are run by runTransaction of sql.ts (CORE-465)",
    );
}

/** Only `openChat` navigates to a chat and takes it, so that no press can do so differently. */
function forbidChatPresses(file: string, forbid: (expression: RegExp, why: string) => void): void {
  if (!file.startsWith("packages/operator/src/")) return;
  if (!chatAddressFiles.some((name) => file.endsWith(name)))
    forbid(
      /\/inbox\/\$|\bchatRoute\(/,
      "a press that opens a chat calls openChat of ui/open-chat, a link is a ChatLink (CORE-471)",
    );
  if (!file.includes("/ui/open-chat/"))
    forbid(
      /\blive\.(?:accept|join|acceptTransfer|continueChat)\(/,
      "a chat is taken by openChat of ui/open-chat (CORE-471)",
    );
}

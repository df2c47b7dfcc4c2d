import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findFreePort } from "@parlour/testkit";
import { installDebianPackages } from "./debian-packages.ts";

/** Dovecot and Exim of Debian with mailboxes of their own, for tests with real mail servers. */
export interface RealMailServers {
  readonly imapPort: number;
  readonly imapTlsPort: number;
  readonly smtpPort: number;
  /** Ends Dovecot with all its connections. Exim still puts mails into the mailbox. */
  stopDovecot(): Promise<void>;
  startDovecot(): Promise<void>;
  close(): Promise<void>;
}

const dovecotPath = "/usr/sbin/dovecot";
const eximPath = "/usr/sbin/exim4";
const packages = ["dovecot-imapd", "exim4-daemon-light"];
const user = "parlour-mail";
const tlsFolder = fileURLToPath(new URL("fixtures/tls/", import.meta.url));

/** Returns null if both servers can be started, or the reason why not. */
export const installMailServers = (): string | null =>
  installDebianPackages(packages, () => existsSync(dovecotPath) && existsSync(eximPath));

/**
 * Starts both servers. The mailbox of `shop@lab.example` has the password `secret`, with and
 * without a `+tag`. Exim sends mails to `customer.example` to `customerPort`, and those to
 * `mx.example` to `receiverPort`.
 */
export async function startMailServers(ports: {
  readonly customerPort: number;
  readonly receiverPort: number;
}): Promise<RealMailServers> {
  ensureUser();
  const folder = mkdtempSync(join(tmpdir(), "parlour-mail-"));
  chmodSync(folder, 0o755);
  for (const name of ["maildir", "spool", "log", "run"]) mkdirSync(join(folder, name));
  execFileSync("chown", ["-R", `${user}:${user}`, folder]);
  const [imapPort, imapTlsPort, smtpPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ];
  const dovecotConfig = join(folder, "dovecot.conf");
  writeFileSync(dovecotConfig, createDovecotConfig(folder, { imapPort, imapTlsPort }));
  const eximConfig = join(folder, "exim.conf");
  writeFileSync(eximConfig, createEximConfig(folder, { ...ports, smtpPort }));
  chmodSync(eximConfig, 0o644);
  const runDovecot = (): ChildProcess =>
    spawn(dovecotPath, ["-F", "-c", dovecotConfig], { stdio: "ignore" });
  let dovecot = runDovecot();
  const exim = spawn(eximPath, ["-C", eximConfig, "-bdf", "-q1s", "-oX", String(smtpPort)], {
    stdio: "ignore",
  });
  const close = async (): Promise<void> => {
    await Promise.all([dovecot, exim].map(end));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await Promise.all([imapPort, imapTlsPort, smtpPort].map(waitForPort));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    imapPort,
    imapTlsPort,
    smtpPort,
    stopDovecot: () => end(dovecot),
    async startDovecot() {
      dovecot = runDovecot();
      await Promise.all([imapPort, imapTlsPort].map(waitForPort));
    },
    close,
  };
}

function ensureUser(): void {
  try {
    execFileSync("id", [user], { stdio: "ignore" });
  } catch {
    execFileSync("useradd", ["--system", "--no-create-home", "--user-group", user]);
  }
}

const end = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGTERM");
  });

function waitForPort(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const endAt = Date.now() + 20_000;
    const attempt = (): void => {
      const socket = connect(port, "127.0.0.1");
      socket.once("connect", () => {
        socket.destroy();
        resolve();
      });
      socket.once("error", () => {
        if (Date.now() > endAt) return reject(new Error(`nothing listens at port ${port}`));
        setTimeout(attempt, 100);
      });
    };
    attempt();
  });
}

const createDovecotConfig = (
  folder: string,
  { imapPort, imapTlsPort }: { readonly imapPort: number; readonly imapTlsPort: number },
): string => `
protocols = imap
base_dir = ${folder}/run
log_path = ${folder}/log/dovecot.log
listen = 127.0.0.1
mail_location = maildir:${folder}/maildir
mail_uid = ${user}
mail_gid = ${user}
first_valid_uid = 1
disable_plaintext_auth = no
ssl = yes
ssl_cert = <${tlsFolder}good.pem
ssl_key = <${tlsFolder}peer.key
default_internal_user = dovecot
default_login_user = dovenull
passdb {
  driver = static
  args = password=secret
}
userdb {
  driver = static
  args = uid=${user} gid=${user} home=${folder}/maildir
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${imapPort}
  }
  inet_listener imaps {
    address = 127.0.0.1
    port = ${imapTlsPort}
    ssl = yes
  }
}
namespace inbox {
  inbox = yes
  mailbox Done {
    auto = create
  }
}
`;

const createEximConfig = (
  folder: string,
  ports: Readonly<Record<"customerPort" | "receiverPort" | "smtpPort", number>>,
): string => `
primary_hostname = mail.lab.example
spool_directory = ${folder}/spool
log_file_path = ${folder}/log/exim-%slog
pid_file_path = ${folder}/run/exim.pid
exim_user = ${user}
exim_group = ${user}
never_users =
local_interfaces = 127.0.0.1
tls_advertise_hosts =
acl_smtp_rcpt = accept
acl_smtp_data = accept
keep_environment =
qualify_domain = lab.example

begin routers
mailbox:
  driver = accept
  domains = lab.example
  local_part_suffix = +*
  local_part_suffix_optional
  transport = maildir
parlour:
  driver = manualroute
  domains = mx.example
  route_list = * 127.0.0.1
  self = send
  transport = to_parlour
customers:
  driver = manualroute
  domains = customer.example
  route_list = * 127.0.0.1
  self = send
  transport = to_customers

begin transports
maildir:
  driver = appendfile
  maildir_format
  directory = ${folder}/maildir
  delivery_date_add
  envelope_to_add
  return_path_add
  user = ${user}
to_parlour:
  driver = smtp
  port = ${ports.receiverPort}
  hosts_try_fastopen =
to_customers:
  driver = smtp
  port = ${ports.customerPort}
  hosts_try_fastopen =

begin retry
* * F,1h,2s

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_prompts = :
  server_advertise_condition = yes
  server_condition = \${if and{{eq{$auth2}{shop@lab.example}}{eq{$auth3}{secret}}}}
  server_set_id = $auth2
`;

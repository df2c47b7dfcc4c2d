import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "@parlour/testkit/port";

/** A WordPress of Debian on MariaDB and PHP's own web server, installed and without plug-ins. */
export interface WordPress {
  readonly url: string;
  readonly folder: string;
  readonly user: string;
  readonly password: string;
  close(): Promise<void>;
}

const wordPressFolder = "/usr/share/wordpress";
export const hasWordPress = [
  join(wordPressFolder, "wp-content/themes/twentytwentythree/style.css"),
  "/usr/bin/php",
  "/usr/sbin/mariadbd",
].every((path) => existsSync(path));

export async function startWordPress(): Promise<WordPress> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-wordpress-"));
  const processes: ChildProcess[] = [];
  const close = async (): Promise<void> => {
    for (const child of processes.toReversed()) {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    }
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const socket = join(folder, "database.sock");
    processes.push(startDatabase(folder, socket));
    await waitUntil(() => existsSync(socket));
    execFileSync("mariadb", ["--socket", socket, "--user", "root", "-e", "create database wp"]);
    const site = join(folder, "site");
    // Debian's files are links to other packages.
    cpSync(wordPressFolder, site, { recursive: true, dereference: true });
    writeFileSync(join(site, "wp-config.php"), createConfig(socket));
    const port = await findFreePort();
    processes.push(
      spawn("php", ["-d", "upload_max_filesize=8M", "-S", `127.0.0.1:${port}`, "-t", site], {
        stdio: "ignore",
        env: { ...process.env, PHP_CLI_SERVER_WORKERS: "4" },
      }),
    );
    const url = `http://127.0.0.1:${port}`;
    const account = { user: "shopkeeper", password: "correct horse battery" };
    await waitUntil(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
    await install(url, account);
    return { url, folder, ...account, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function startDatabase(folder: string, socket: string): ChildProcess {
  const data = join(folder, "database");
  mkdirSync(data);
  const user = process.getuid?.() === 0 ? ["--user=root"] : [];
  const common = ["--no-defaults", `--datadir=${data}`, ...user];
  execFileSync("mariadb-install-db", [...common, "--auth-root-authentication-method=normal"], {
    stdio: "ignore",
  });
  return spawn("mariadbd", [...common, `--socket=${socket}`, "--skip-networking"], {
    stdio: "ignore",
  });
}

/** The site makes no requests of its own, because the machine may have no network. */
const createConfig = (socket: string): string => `<?php
define('DB_NAME', 'wp');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('DB_COLLATE', '');
define('FS_METHOD', 'direct');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('DISABLE_WP_CRON', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`;

async function install(
  url: string,
  { user, password }: { readonly user: string; readonly password: string },
): Promise<void> {
  const response = await fetch(`${url}/wp-admin/install.php?step=2`, {
    method: "POST",
    body: new URLSearchParams({
      weblog_title: "Bowls",
      user_name: user,
      admin_password: password,
      admin_password2: password,
      pw_weak: "on",
      admin_email: "shopkeeper@shop.test",
      blog_public: "0",
      language: "",
    }),
  });
  const text = await response.text();
  if (!text.includes("Success"))
    throw new Error(`WordPress was not installed: ${text.slice(0, 400)}`);
}

async function waitUntil(isMet: () => boolean | Promise<boolean>): Promise<void> {
  for (let n = 0; n < 600; n++) {
    if (await isMet()) return;
    await wait(100);
  }
  throw new Error(`the condition is not met: ${String(isMet)}`);
}

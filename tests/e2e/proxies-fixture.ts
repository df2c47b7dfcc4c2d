import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The reverse proxies of Debian, with the files that docs/operate/proxy.md shows. */
export const proxyNames = ["nginx", "Apache", "Caddy", "HAProxy"] as const;
export type ProxyName = (typeof proxyNames)[number];

interface ProxyFile {
  readonly file: string;
  readonly text: string;
  readonly command: readonly string[];
}
interface ProxyOptions {
  readonly folder: string;
  readonly from: number;
  readonly to: number;
  /** Whether the upgrade to a WebSocket is passed on. */
  readonly upgrade: boolean;
}
const files: Readonly<Record<ProxyName, (options: ProxyOptions) => ProxyFile>> = {
  nginx: ({ folder, from, to, upgrade }) => ({
    file: "nginx.conf",
    text: `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy; fastcgi_temp_path ${folder}/f;
  uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  map $http_upgrade $connection_upgrade { default upgrade; "" ""; }
  server {
    listen 127.0.0.1:${from};
    client_max_body_size 30m;
    location / {
      proxy_pass http://127.0.0.1:${to};
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      ${
        upgrade
          ? `proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade;
      proxy_set_header Connection $connection_upgrade; proxy_read_timeout 75s;`
          : ""
      }
    }
  }
}`,
    command: ["/usr/sbin/nginx", "-p", folder, "-c"],
  }),
  Apache: ({ folder, from, to, upgrade }) => ({
    file: "apache.conf",
    text: `ServerName localhost
ServerRoot ${folder}
PidFile ${folder}/apache.pid
DefaultRuntimeDir ${folder}
ErrorLog ${folder}/error.log
Listen 127.0.0.1:${from}
${["mpm_event", "authz_core", "proxy", "proxy_http"].map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
ProxyPreserveHost On
ProxyPass / http://127.0.0.1:${to}/${upgrade ? " upgrade=websocket" : ""}
`,
    command: ["/usr/sbin/apache2", "-DFOREGROUND", "-f"],
  }),
  Caddy: ({ from, to, upgrade }) => ({
    file: "Caddyfile",
    text: `{
  admin off
  auto_https off
}
http://:${from} {
  bind 127.0.0.1
  ${upgrade ? "" : "request_header -Upgrade\n  request_header -Connection"}
  reverse_proxy 127.0.0.1:${to}
}
`,
    command: ["/usr/bin/caddy", "run", "--adapter", "caddyfile", "--config"],
  }),
  HAProxy: ({ from, to, upgrade }) => ({
    file: "haproxy.cfg",
    text: `defaults
  mode http
  timeout connect 5s
  timeout client 75s
  timeout server 75s
  option forwardfor
frontend front
  bind 127.0.0.1:${from}
  ${upgrade ? "" : "http-request del-header Upgrade"}
  default_backend back
backend back
  server one 127.0.0.1:${to}
`,
    command: ["/usr/sbin/haproxy", "-db", "-f"],
  }),
};

/** Returns whether the program of a proxy is installed. */
export const isInstalled = (name: ProxyName): boolean =>
  existsSync(files[name]({ folder: "", from: 0, to: 0, upgrade: true }).command[0] ?? "");

/** Starts a proxy from one port of 127.0.0.1 to another. Resolves when it listens. */
export async function startProxy(
  name: ProxyName,
  ports: Omit<ProxyOptions, "folder">,
): Promise<{ close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), "parlour-proxy-"));
  const { file, text, command } = files[name]({ ...ports, folder });
  const path = join(folder, file);
  writeFileSync(path, text);
  const [program = "", ...args] = command;
  const child = spawn(program, [...args, path], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder },
  });
  await waitForPort(ports.from, child);
  return {
    async close() {
      const exited = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function waitForPort(port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the proxy ended with ${child.exitCode}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns the version of a proxy, for the record of a measurement. */
export const readVersion = (name: ProxyName): string => {
  const flags = { nginx: "-v", Apache: "-v", Caddy: "version", HAProxy: "-v" } as const;
  const { command } = files[name]({ folder: "", from: 0, to: 0, upgrade: true });
  const { stdout, stderr } = spawnSync(command[0] ?? "", [flags[name]], { encoding: "utf8" });
  return `${stdout}${stderr}`.split("\n", 1)[0] ?? "";
};

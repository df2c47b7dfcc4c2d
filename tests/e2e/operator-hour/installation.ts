import { writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  createPreparedDataDir,
  removeDataDir,
  startHostSite,
  type HostSite,
} from "@parlour/testkit";
import { collectPageErrors, openBrowser, openContext } from "@parlour/testkit/browser";
import type { Channel } from "@parlour/protocol";
import type { Browser, Page } from "playwright-core";
import { expect } from "vitest";
import type { ClusterNode } from "../../../tools/cluster/cluster-node.ts";
import type { Cluster } from "../../../tools/cluster/cluster.ts";
import { startCluster } from "../../../tools/cluster/start-cluster.ts";
import { waitUntilLive } from "../inbox-fixture.ts";

/** Pages of operators. `annsPhone` is the second device of Ann. */
export const devices = ["ann", "annsPhone", "max"] as const;
export type Device = (typeof devices)[number];

/** Ann and Max work at an installation of one or several nodes behind HAProxy. */
export interface HourInstallation {
  readonly name: string;
  readonly pages: Readonly<Record<Device, Page>>;
  /** The page of the visitor of this round. */
  readonly visitor: Page;
  /** Opens the site as a new visitor, and closes the page of the previous one. */
  openVisitor(): Promise<void>;
  /** Signs the operator of a device in. */
  signIn(device: Device): Promise<void>;
  /** Loads the page of a device again until each node has the socket of an operator. */
  spreadSockets(device: Device): Promise<void>;
  /** Returns the presence of an operator, as each node reports it. */
  readPresence(name: string): Promise<readonly (string | undefined)[]>;
  /** Returns the number of sockets of each node. */
  countSockets(kind: "operators" | "visitors"): Promise<readonly number[]>;
  /** Errors of pages, and lines of nodes' logs at the level error or higher. */
  readonly faults: readonly string[];
  close(): Promise<void>;
}

const apiKey = `pk_test_${"0".repeat(32)}`;
const widgetId = "WiDgEt1234";
const password = "correct horse battery staple";
const emails: Readonly<Record<Device, string>> = {
  ann: "ann@example.test",
  annsPhone: "ann@example.test",
  max: "max@example.test",
};
const maxSpreadAttempts = 10;

/**
 * Starts PostgreSQL, nodes, HAProxy and two browsers. One browser belongs to Ann, the other one to
 * Max; it also has Ann's second device, in a context of its own.
 */
export async function openHourInstallation(nodes: 1 | 2): Promise<HourInstallation> {
  const name = nodes === 1 ? "one node" : "two nodes";
  const faults: string[] = [];
  const folder = createPreparedDataDir();
  const [cluster, site, annsBrowser, otherBrowser] = await Promise.all([
    startCluster({
      folder,
      nodes,
      hasRedis: false,
      isSpread: true,
      env: { PARLOUR_CONFIG: writeHourFile(folder), LOG_LEVEL: "error", LOG_FORMAT: "json" },
      onLog: (node, text) => faults.push(`${name}: node ${node}: ${text}`),
    }),
    startHostSite(),
    openBrowser(),
    openBrowser(),
  ]);
  await setSitePage(cluster, site);
  const openPage = async (browser: Browser, title: string): Promise<Page> => {
    const page = await (await openContext(withTimeout(browser))).newPage();
    const pageFaults = collectPageErrors(page);
    page.on("close", () =>
      faults.push(...pageFaults.map((fault) => `${name}: ${title}: ${fault}`)),
    );
    return page;
  };
  const pages = {
    ann: await openPage(annsBrowser, "Ann"),
    annsPhone: await openPage(otherBrowser, "Ann's second device"),
    max: await openPage(otherBrowser, "Max"),
  };
  let visitor: Page | null = null;
  const closeVisitor = async (): Promise<void> => {
    await visitor?.close();
    await visitor?.context().close();
  };
  return {
    name,
    pages,
    faults,
    get visitor() {
      if (visitor === null) throw new Error("no visitor has come yet");
      return visitor;
    },
    async openVisitor() {
      await closeVisitor();
      visitor = await openPage(annsBrowser, "visitor");
      await visitor.goto(`${site.url}/`);
    },
    signIn: (device) => signInWithForm(pages[device], cluster.url, emails[device]),
    spreadSockets: (device) => spreadSockets(pages[device], cluster),
    readPresence: (operator) =>
      Promise.all(cluster.nodes.map((node) => readPresence(node, operator))),
    countSockets: (kind) => countSockets(cluster, kind),
    async close() {
      await closeVisitor();
      // Closed one by one: the errors of a page are added when it closes.
      for (const device of devices) await pages[device].close();
      await Promise.all([annsBrowser.close(), otherBrowser.close()]);
      await cluster.stop();
      await site.close();
      removeDataDir(folder);
    },
  };
}

/** Contexts of a browser of their own, with the timeout of the shared one. */
const withTimeout = (browser: Browser): Parameters<typeof openContext>[0] => ({
  async newContext(options) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(60_000);
    return context;
  },
  close: () => browser.close(),
});

function writeHourFile(folder: string): string {
  const file = join(folder, "parlour.yaml");
  writeFileSync(
    file,
    `version: 1
account: { name: Acme }
operators:
  - { email: olga@example.test, name: Olga, password: "${password}", role: owner }
  - { email: ${emails.ann}, name: Ann, password: "${password}", role: operator }
  - { email: ${emails.max}, name: Max Weber, password: "${password}", role: operator }
api_keys:
  - { name: tests, key: ${apiKey}, operator: olga@example.test, scopes: ["*"] }
channels:
  - { kind: widget, name: Shop, public_id: ${widgetId}, operators: [${emails.ann}, ${emails.max}] }
`,
    { mode: 0o600 },
  );
  return file;
}

async function callApi<T>(url: string, path: string): Promise<T> {
  const response = await fetch(`${url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}

async function setSitePage({ url }: Cluster, site: HostSite): Promise<void> {
  const { items } = await callApi<{ items: Channel[] }>(url, "channels");
  const snippet = items[0]?.snippet ?? "";
  site.setPage(
    "/",
    `<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main>${snippet}</html>`,
  );
}

async function signInWithForm(page: Page, url: string, email: string): Promise<void> {
  await page.goto(`${url}/inbox/all`);
  await page.getByRole("textbox", { name: "Email" }).fill(email);
  await page.getByRole("textbox", { name: "Password" }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/inbox\//);
  await waitUntilLive(page);
}

const countSockets = (
  { nodes }: Cluster,
  kind: "operators" | "visitors",
): Promise<readonly number[]> =>
  Promise.all(
    nodes.map((node) => readGauge(node, kind === "operators" ? "sockets" : "visitor_sockets")),
  );
/**
 * Loads a page again until each node has the socket of an operator. The balancer gives a socket to
 * the node with the fewest connections, so this seldom needs a second attempt.
 */
async function spreadSockets(page: Page, cluster: Cluster): Promise<void> {
  for (let attempt = 0; attempt < maxSpreadAttempts; attempt++) {
    if ((await countSockets(cluster, "operators")).every((count) => count > 0)) return;
    await page.reload();
    await waitUntilLive(page);
  }
  throw new Error("the balancer gave the sockets of all operators to one node");
}
async function readGauge(node: ClusterNode, name: string): Promise<number> {
  const response = await fetch(`${node.url}/metrics`);
  const value = new RegExp(`^parlour_${name} (\\d+)$`, "m").exec(await response.text())?.[1];
  expect(value, `parlour_${name} of node ${node.number}`).toBeDefined();
  return Number(value);
}
async function readPresence(node: ClusterNode, name: string): Promise<string | undefined> {
  const { items } = await callApi<{
    items: readonly { readonly name: string; readonly presence: string }[];
  }>(node.url, "operators");
  return items.find((operator) => operator.name === name)?.presence;
}

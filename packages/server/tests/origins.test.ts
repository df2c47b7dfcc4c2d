import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  startIntegrator,
  startMailServer,
  startTestParlour,
  type TestParlour,
} from "@parlour/testkit";
import type { Channel } from "@parlour/protocol";
import type { RouteAudience } from "../src/http/origins.ts";
import { upload } from "./files-fixture.ts";

/**
 * Tests two origins on one server: operators at PUBLIC_URL, visitors at WIDGET_URL. The Host header
 * distinguishes them.
 */

const operatorHost = "chat.example";
const visitorHost = "visit.example";
interface Route {
  readonly method: string | string[];
  readonly url: string;
  readonly config?: { readonly audience?: RouteAudience };
}
interface HostResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

let parlour: TestParlour;
let widget: Channel;
const routes: Route[] = [];

beforeAll(async () => {
  parlour = await startTestParlour({
    env: { PUBLIC_URL: `http://${operatorHost}`, WIDGET_URL: `http://${visitorHost}` },
    hooks: { onRoute: (route) => void routes.push(route) },
  });
  widget = (
    await parlour.owner.call("POST", "channels", {
      kind: "widget",
      name: "Shop",
      operators: [parlour.owner.id],
    })
  ).body as Channel;
});
afterAll(() => parlour.close());

/** Sends a request to the server with a Host header. */
function sendRequest(
  host: string,
  path: string,
  method = "GET",
  headers: Readonly<Record<string, string>> = {},
): Promise<HostResponse> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(
      { host: "127.0.0.1", port: parlour.port, method, path, headers: { host, ...headers } },
      (response) => {
        let text = "";
        response.on("data", (data: Buffer) => (text += String(data)));
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    // The server accepted the upgrade.
    clientRequest.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: "" });
    });
    clientRequest.on("error", reject).end();
  });
}
const requestUpgrade = (
  host: string,
  path: string,
  extraHeaders: Readonly<Record<string, string>> = {},
): Promise<HostResponse> =>
  sendRequest(host, path, "GET", {
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
    ...extraHeaders,
  });
const getMethods = ({ method }: Route): readonly string[] => [method].flat();
/** Returns a path of the route whose parameters match no object. */
const buildPath = ({ url }: Route): string => url.replaceAll(/:\w+|\*/g, "none");
const routesFor = (audience: RouteAudience): readonly Route[] =>
  routes.filter(({ config }) => config?.audience === audience);

describe("two origins", () => {
  it("[CFG-053] every route is for visitors or for operators, and those for visitors are listed", () => {
    expect(routes.length).toBeGreaterThan(150);
    expect(
      routes.filter(({ config }) => config?.audience === undefined).map(({ url }) => url),
    ).toEqual([]);
    // Add a route here only if a host page, a visitor or the recipient of an email loads it.
    expect([...new Set(routesFor("visitors").map(({ url }) => url))].toSorted()).toEqual([
      "/chat/:id",
      "/chat/:id/qr.svg",
      "/files/:token/:name",
      "/files/:token/thumb/:name",
      "/script/geo-widget/:id",
      "/script/widget/:id",
      "/stop-mail/*",
      "/widget.js",
      "/widget/:id",
      "/widget/articles/:widget",
      "/widget/articles/:widget/:language/:slug",
      "/widget/frame/:id",
      "/widget/frame/assets/*",
      "/widget/logo/:id",
      "/widget/media",
      "/widget/presence",
      "/widget/socket",
      "/widget/uploads",
    ]);
    expect(routesFor("both")).toEqual([]);
  });

  it("[CFG-053] the visitors' host serves no route of operators, whatever the method", async () => {
    for (const route of routesFor("operators"))
      for (const method of getMethods(route).filter((one) =>
        ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"].includes(one),
      )) {
        const result = await sendRequest(visitorHost, buildPath(route), method, {
          authorization: `Bearer ${parlour.owner.key}`,
        });
        expect(result.status, `${method} ${route.url}`).toBe(404);
      }
    for (const path of [
      "/",
      "/inbox",
      "/signin",
      "/setup",
      "/index.html",
      "/sw.js",
      "/manifest.webmanifest",
      "/metrics",
      "/nothing",
    ])
      expect((await sendRequest(visitorHost, path)).status, path).toBe(404);
    // The visitors' host does not even reveal which methods an operator route has.
    expect(await sendRequest(visitorHost, "/api/v1/me", "DELETE")).toMatchObject({
      status: 404,
      headers: { "x-request-id": expect.any(String) },
    });
    expect((await sendRequest(operatorHost, "/api/v1/me")).status).toBe(401);
  });

  it("[CFG-053] [CFG-102] elsewhere GET and HEAD of a visitors' route are redirected to WIDGET_URL, path and query kept; other methods are answered", async () => {
    expect(routesFor("visitors").length).toBeGreaterThan(10);
    for (const host of [operatorHost, "127.0.0.1", "other.example", `${operatorHost}:80`])
      for (const route of routesFor("visitors"))
        for (const method of getMethods(route)) {
          const result = await sendRequest(host, `${buildPath(route)}?r=1`, method);
          if (method === "GET" || method === "HEAD") {
            expect([result.status, result.headers["location"]], `${method} ${route.url}`).toEqual([
              302,
              `http://${visitorHost}${buildPath(route)}?r=1`,
            ]);
            // Pages with a strict policy also load a script through the redirect.
            expect(result.headers).toMatchObject({
              "cross-origin-resource-policy": "cross-origin",
              "access-control-allow-origin": "*",
              "cache-control": "public, max-age=60",
              "x-content-type-options": "nosniff",
            });
            expect(result.headers["referrer-policy"]).toBeUndefined();
          } else expect(result.status, `${method} ${route.url}`).toBeGreaterThanOrEqual(400);
        }
  });

  it("[CFG-053] [CFG-102] the name of the visitors' host counts in any case and with any port, unless both origins share it", async () => {
    for (const host of [visitorHost, "VISIT.example", `${visitorHost}:80`, `${visitorHost}:8443`])
      expect((await sendRequest(host, "/api/v1/setup")).status, host).toBe(404);
    for (const host of [
      operatorHost,
      "127.0.0.1",
      "localhost:3000",
      "x.visit.example",
      "visit.example.",
      "[",
    ])
      expect((await sendRequest(host, "/api/v1/setup")).status, host).toBe(200);
    for (const host of [operatorHost, visitorHost, "127.0.0.1"])
      expect(
        [(await sendRequest(host, "/health")).status, (await sendRequest(host, "/ready")).status],
        host,
      ).toEqual([200, 200]);
  });

  it("[CFG-053] [API-100] operators open their socket at PUBLIC_URL only, windows theirs from WIDGET_URL only", async () => {
    const bearer = { authorization: `Bearer ${parlour.owner.key}` };
    expect((await requestUpgrade(visitorHost, "/api/v1/socket", bearer)).status).toBe(404);
    expect((await requestUpgrade(operatorHost, "/api/v1/socket", bearer)).status).toBe(101);
    expect(
      (await requestUpgrade(visitorHost, "/widget/socket", { origin: `http://${visitorHost}` }))
        .status,
    ).toBe(101);
    expect(
      (await requestUpgrade(visitorHost, "/widget/socket", { origin: `http://${operatorHost}` }))
        .status,
    ).toBe(403);
  });

  it("[WG-115] the code for pages, its script and the window's page name WIDGET_URL", async () => {
    expect(widget.snippet).toContain(
      `<script src="http://${visitorHost}/widget/${widget.public_id}.js" async>`,
    );
    const script = await sendRequest(visitorHost, `/widget/${widget.public_id}.js`);
    expect(script.status).toBe(200);
    expect(script.text).toContain(`"base":"http://${visitorHost}/widget"`);
    expect(script.text).toContain(
      `"frame":"http://${visitorHost}/widget/frame/${widget.public_id}?r=`,
    );
    const page = await sendRequest(visitorHost, `/widget/frame/${widget.public_id}`);
    expect(page.status).toBe(200);
    // Older messages contain file URLs at PUBLIC_URL.
    expect(page.headers["content-security-policy"]).toContain(
      `img-src 'self' blob: data: http://${operatorHost};`,
    );
  });

  it("[CFG-054] [CORE-061] public files have addresses at WIDGET_URL, and those at PUBLIC_URL lead there", async () => {
    const { body } = await upload(parlour.owner.call, { name: "note.txt", bytes: "a crack" });
    const { host, pathname } = new URL((body as { url: string }).url);
    expect(host).toBe(visitorHost);
    expect(await sendRequest(visitorHost, pathname)).toMatchObject({
      status: 200,
      text: "a crack",
    });
    expect(await sendRequest(operatorHost, pathname)).toMatchObject({
      status: 302,
      headers: { location: `http://${visitorHost}${pathname}` },
    });
  });

  it("[CFG-053] [CORE-163] letters to visitors link to WIDGET_URL, and a mail program may post to a link of an older letter", async () => {
    const { owner } = parlour;
    const [server, integrator] = await Promise.all([startMailServer(), startIntegrator()]);
    const mail = {
      host: server.host,
      port: server.port,
      tls: "none",
      from: "Shop <chat@shop.example>",
    };
    expect((await owner.call("PUT", "instance/mail", mail)).status).toBe(200);
    const channel = await parlour.channel(`${integrator.url}/chat`);
    await parlour.sendCustomerMessage(channel, "cust-1", "Where is it?", {
      sender: { name: "Nadia", email: "nadia@visitor.example" },
    });
    const { id } = await parlour.findChat("cust-1");
    expect((await owner.call("POST", `chats/${id}/accept`)).status).toBe(200);
    expect((await owner.call("POST", `chats/${id}/close`)).status).toBe(200);
    const requested = await owner.call("POST", `chats/${id}/mail-transcript`);
    expect(requested.status, requested.text).toBe(200);
    await parlour.settle();
    const letter = server.received.find(({ to }) => to.includes("nadia@visitor.example"));
    const link = new URL(
      /http:\S+\/stop-mail\/[\w-]+/.exec(letter?.text ?? "")?.[0] ?? "http://none",
    );
    expect(link.host).toBe(visitorHost);
    expect((await sendRequest(visitorHost, link.pathname)).status).toBe(200);
    expect((await sendRequest(operatorHost, link.pathname)).headers["location"]).toBe(link.href);
    const form = { "content-type": "application/x-www-form-urlencoded" };
    expect((await sendRequest(operatorHost, link.pathname, "POST", form)).status).toBe(200);
    await Promise.all([server.stop(), integrator.close()]);
  });

  it("[CFG-052] [API-075] the health of the installation names the visitors' origin", async () => {
    const { checks } = (await parlour.owner.call("GET", "instance/health")).body as {
      checks: { code: string; values: object }[];
    };
    expect(checks.find(({ code }) => code.startsWith("origins"))).toMatchObject({
      code: "origins_good",
      values: { url: `http://${visitorHost}` },
    });
    expect(checks.filter(({ code }) => code === "tls_none").map(({ values }) => values)).toEqual([
      { url: `http://${operatorHost}` },
      { url: `http://${visitorHost}` },
    ]);
  });
});

describe("one origin, two names", () => {
  it("[CFG-012] a widget base without a path takes no address of the application, on its own host or another", async () => {
    const bare = await startTestParlour({
      env: { PUBLIC_URL: "http://chat.example", WIDGET_BASE_URL: "http://code.example" },
    });
    const status = (host: string, path: string): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        request({ host: "127.0.0.1", port: bare.port, path, headers: { host } }, (response) => {
          response.resume();
          resolve(response.statusCode);
        })
          .on("error", reject)
          .end();
      });
    const created = (
      await bare.owner.call("POST", "channels", {
        kind: "widget",
        name: "Shop",
        operators: [bare.owner.id],
      })
    ).body as Channel;
    expect(await status("code.example", `/${created.public_id}.js`)).toBe(200);
    expect(await status("chat.example", `/${created.public_id}.js`)).toBe(404);
    expect(await status("chat.example", "/inbox")).toBe(200);
    await bare.close();
  });
});

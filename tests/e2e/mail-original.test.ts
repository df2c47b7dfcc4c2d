import { createServer, type Server, type Socket } from "node:net";
import { Writable } from "node:stream";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ManualClock } from "../../packages/server/src/clock.ts";
import {
  createMailOriginalRoutes,
  mailOriginalPath,
} from "../../packages/server/src/edges/mail/original/index.ts";
import { createAddressReader } from "../../packages/server/src/http/client-address.ts";
import { buildHttp } from "../../packages/server/src/http/index.ts";
import { createLog } from "../../packages/server/src/log.ts";
import { createMetrics } from "../../packages/server/src/metrics/metrics.ts";
import { openContext, useSharedBrowser } from "../../packages/testkit/src/browser.ts";

/** The original of a mail in a real browser: nothing connects before pictures are permitted. */

/** What can cause a connection, by name. `URL` is the address of a server that listens. */
const elements: Readonly<Record<string, string>> = {
  img: '<img src="URL">',
  "img srcset": '<img srcset="URL 1x, URL 2x">',
  "img lowsrc": '<img lowsrc="URL" dynsrc="URL">',
  picture: '<picture><source srcset="URL"><img></picture>',
  iframe: '<iframe src="URL"></iframe>',
  "iframe in capitals": "<IFRAME/SRC=URL></IFRAME>",
  "iframe srcdoc": '<iframe srcdoc="<img src=URL><iframe src=URL>"></iframe>',
  frameset: '<frameset cols="*"><frame src="URL"></frameset>',
  object: '<object data="URL"></object>',
  "object of a type": '<object type="text/html" data="URL" codebase="URL" archive="URL"></object>',
  embed: '<embed src="URL">',
  applet: '<applet code="x" codebase="URL" archive="URL"></applet>',
  stylesheet: '<link rel="stylesheet" href="URL">',
  preconnect: '<link rel="preconnect" href="URL">',
  "dns-prefetch": '<link rel="dns-prefetch" href="URL">',
  prefetch: '<link rel="prefetch" href="URL">',
  preload: '<link rel="preload" as="image" href="URL">',
  modulepreload: '<link rel="modulepreload" href="URL">',
  prerender: '<link rel="prerender" href="URL">',
  icon: '<link rel="icon" href="URL">',
  manifest: '<link rel="manifest" href="URL">',
  "link in SVG":
    '<svg><link xmlns="http://www.w3.org/1999/xhtml" rel="preconnect" href="URL"/></svg>',
  refresh: '<meta http-equiv="refresh" content="0;url=URL">',
  "policy report":
    '<meta http-equiv="content-security-policy" content="img-src \'none\'; report-uri URL"><img src="URL">',
  "link header": '<meta http-equiv="link" content="<URL>; rel=preconnect">',
  base: '<base href="URL"><img src="a.png">',
  script: '<script src="URL"></script>',
  "script in SVG": '<svg><script href="URL"></script></svg>',
  "speculation rules":
    '<script type="speculationrules">{"prefetch":[{"source":"list","urls":["URL"]}]}</script>',
  video: '<video src="URL" poster="URL" autoplay preload="auto"></video>',
  audio: '<audio src="URL" autoplay preload="auto"></audio>',
  source: '<video autoplay><source src="URL"></video>',
  track: '<video autoplay><track default src="URL"></video>',
  "input image": '<input type="image" src="URL">',
  "svg image": '<svg><image href="URL" width="9" height="9"/></svg>',
  "svg xlink": '<svg><image xlink:href="URL" width="9" height="9"/></svg>',
  "svg use": '<svg><use href="URL#a"/></svg>',
  "svg feImage":
    '<svg><filter id="f"><feImage href="URL"/></filter><rect filter="url(#f)" width="9" height="9"/></svg>',
  "svg foreign frame": '<svg><foreignObject><iframe src="URL"></iframe></foreignObject></svg>',
  "style background": '<p style="background:url(URL)">x</p>',
  "style image-set": '<p style="background:image-set(url(URL) 1x)">x</p>',
  "style list": '<ul style="list-style-image:url(URL)"><li>x</ul>',
  "style cursor": '<p style="cursor:url(URL),auto">x</p>',
  "style border": '<p style="border:9px solid;border-image:url(URL) 1">x</p>',
  "style mask": '<p style="mask:url(URL)">x</p>',
  "style filter": '<p style="filter:url(URL#a)">x</p>',
  "style content": "<style>b::after{content:url(URL)}</style><b>x</b>",
  "style import": "<style>@import url(URL);</style>",
  "style font": "<style>@font-face{font-family:f;src:url(URL)}i{font-family:f}</style><i>x</i>",
  "body background": '<body background="URL">',
  "table background": '<table background="URL"><tr><td background="URL">x</td></tr></table>',
  ping: '<a href="#" ping="URL">x</a>',
  "form action": '<form action="URL"><button autofocus formaction="URL">x</button></form>',
  portal: '<portal src="URL"></portal>',
  fencedframe: '<fencedframe src="URL"></fencedframe>',
  "html manifest": '<html manifest="URL">',
  mathml: '<math><mi href="URL" xlink:href="URL">x</mi></math>',
  xml: '<xml src="URL"></xml><bgsound src="URL">',
};

/** Elements of a page without protection. */
const controlElements = ['<img src="URL">', '<iframe src="URL"></iframe>'];

interface Listener {
  readonly url: string;
  readonly connections: () => number;
  /** Resolves with the first connection. */
  readonly connected: Promise<void>;
}
const servers: Server[] = [];
const sockets = new Set<Socket>();
async function listen(): Promise<Listener> {
  let count = 0;
  let onConnection = (): void => undefined;
  const connected = new Promise<void>((resolve) => (onConnection = resolve));
  const server = createServer((socket) => {
    count += 1;
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.end("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n");
    onConnection();
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/x`, connections: () => count, connected };
}

const browser = useSharedBrowser({ whole: true });
const listeners = new Map<string, Listener>();
const originals = new Map<string, string>();
const controls: Listener[] = [];
let base: string;
let close: () => Promise<unknown>;

beforeAll(async () => {
  for (const [name, html] of Object.entries(elements)) {
    const listener = await listen();
    listeners.set(name, listener);
    originals.set(encodeURIComponent(name), html.replaceAll("URL", listener.url));
  }
  for (const _ of controlElements) controls.push(await listen());
  const app = buildHttp({
    clock: new ManualClock(),
    log: createLog({ level: "error", format: "json", out: new Writable() }),
    publicUrl: () => "http://localhost:3000",
    readClientAddress: createAddressReader([]),
    findings: () => [],
    supportContact: () => null,
    bodyLimit: () => 1024,
    appDir: null,
    checks: () => Promise.resolve({ database: "ok" }),
    metrics: { registry: createMetrics(), token: null },
  });
  await app.register(
    createMailOriginalRoutes({
      filesUrl: () => "https://files.shop.example",
      find: async (token) => {
        const html = originals.get(encodeURIComponent(token));
        return html === undefined ? null : { html, pictures: new Map(), guessed: null };
      },
    }),
  );
  app.get("/host", async (_request, reply) => reply.type("text/html").send("<body></body>"));
  base = await app.listen({ host: "127.0.0.1", port: 0 });
  close = () => app.close();
});
afterAll(async () => {
  await browser.close();
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
  await close();
});

test("[MAIL-028] [MAIL-029] no element of a mail connects before pictures are permitted", async () => {
  const context = await openContext(browser);
  const page = await context.newPage();
  await page.goto(`${base}/host`);
  // Frames as in the conversation. They stay open, because browsers also connect later.
  await page.evaluate(
    async (paths) =>
      Promise.all(
        paths.map(
          (path) =>
            new Promise((resolve) => {
              const frame = document.createElement("iframe");
              frame.setAttribute("sandbox", "");
              frame.addEventListener("load", resolve, { once: true });
              frame.src = path;
              document.body.append(frame);
            }),
        ),
      ),
    [...originals.keys()].map((token) => mailOriginalPath(token)),
  );
  // On a page without protection, which is opened later, the browser connects for such elements.
  await (
    await context.newPage()
  ).setContent(
    controls.map(({ url }, n) => (controlElements[n] ?? "").replaceAll("URL", url)).join(""),
    { waitUntil: "commit" },
  );
  await Promise.all(controls.map(({ connected }) => connected));
  const connected = [...listeners].filter(([, { connections }]) => connections() > 0);
  console.info(`elements: ${listeners.size}`);
  expect(connected.map(([name]) => name)).toEqual([]);
});

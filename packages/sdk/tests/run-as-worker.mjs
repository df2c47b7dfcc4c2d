// Runs handlers of the packed SDK with the globals of a worker only: no `process`, `Buffer`,
// `require` or module of Node. `node --experimental-vm-modules run-as-worker.mjs` in a folder with
// the SDK. Prints the statuses and bodies as JSON.
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import vm from "node:vm";

const globals =
  "AbortController FormData Headers Request Response TextDecoder TextEncoder URL URLSearchParams " +
  "WebSocket atob clearTimeout console crypto fetch setTimeout";
const context = vm.createContext(
  Object.fromEntries(globals.split(" ").map((name) => [name, globalThis[name]])),
);
const modules = new Map();
function load(file) {
  if (!modules.has(file))
    modules.set(
      file,
      new vm.SourceTextModule(readFileSync(file, "utf8"), { identifier: file, context }),
    );
  return modules.get(file);
}
async function importEntry(name) {
  const module = load(resolve(`node_modules/@parlour/sdk/dist/${name}.js`));
  await module.link((target, from) => load(resolve(dirname(from.identifier), target)));
  await module.evaluate();
  return module.namespace;
}

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
function createRequest(body) {
  const text = JSON.stringify(body);
  const time = String(Math.floor(Date.now() / 1000));
  const signature = createHmac("sha256", Buffer.from(secret.slice(6), "base64"))
    .update(`msg_1.${time}.${text}`)
    .digest("base64");
  return new Request("https://worker.example/", {
    method: "POST",
    headers: {
      "webhook-id": "msg_1",
      "webhook-timestamp": time,
      "webhook-signature": `v1,${signature}`,
    },
    body: text,
  });
}

const { createWebhookHandler } = await importEntry("webhook");
const { createChannelHandler } = await importEntry("channel");
const { createBotHandler } = await importEntry("bot");
const { createParlour } = await importEntry("index");
const webhook = createWebhookHandler({
  secrets: secret,
  on: { chat_accepted: ({ visitor }) => ({ crm_link: `https://crm.example/${visitor.number}` }) },
});
const channel = createChannelHandler({
  inboundUrl: "https://chat.example/in",
  secrets: secret,
  onMessage: () => ({ error: { code: "duplicate", message: "I have it." } }),
});
const bot = createBotHandler({
  address: process.env.ADDRESS,
  secrets: secret,
  onMessage: ({ message }) => `You wrote: ${message.text}`,
});
const parlour = createParlour({ url: process.env.ADDRESS, apiKey: "pk_1" });
const answers = [
  await webhook.handle(createRequest({ event_name: "chat_accepted", visitor: { number: "7" } })),
  await channel.handle(createRequest({ message: { type: "text", text: "Hi" } })),
  await bot.handle(
    createRequest({ event: "CLIENT_MESSAGE", id: "e1", chat_id: "1", message: { text: "Hi" } }),
  ),
];
const results = [];
for (const answer of answers) results.push([answer.status, await answer.json()]);
results.push(await parlour.getChat({ id: 1 }));
console.log(JSON.stringify(results));

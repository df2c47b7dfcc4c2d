import { createServer, type IncomingMessage } from "node:http";
import { listen, secret } from "./lab.fixture.ts";

interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: Record<string, unknown>;
}
/** Starts a fake service API that stores resources by path and records all calls. */
export async function startFakeServiceApi(): Promise<{
  url: string;
  calls: Call[];
  things: Map<string, Record<string, unknown>>;
  answer: (status: number) => void;
}> {
  const calls: Call[] = [];
  const resources = new Map<string, Record<string, unknown>>();
  let botAnswer = 200;
  let created = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const parts: Buffer[] = [];
      for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
      const [path = ""] = (request.url ?? "").split("?");
      const body =
        parts.length === 0
          ? {}
          : (JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>);
      calls.push({ method: request.method ?? "", path, headers: request.headers, body });
      const send = (status: number, value: unknown) =>
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(value));
      if (path.startsWith("/bot/")) {
        send(
          botAnswer,
          botAnswer === 200
            ? { result: "ok" }
            : { error: { code: "invalid_request", message: "No", reason: "chat_handed_over" } },
        );
        return;
      }
      if (request.headers.authorization !== "Bearer pk_owner") {
        send(403, { error: { code: "forbidden", message: "No" } });
        return;
      }
      const name = path.replace("/api/v1", "");
      if (request.method === "DELETE") {
        send(resources.delete(name) ? 200 : 404, {});
        return;
      }
      if (request.method === "POST" && /^\/(?:bot-providers|bots|webhooks)$/.test(name)) {
        created += 1;
        const id = name === "/bot-providers" ? `provider${created}` : created;
        const address = `${url}/bot/webhooks/${String(body["provider_id"])}/${String(body["token"])}`;
        const resource = { ...body, id, ...(name === "/bots" ? { address } : {}) };
        resources.set(`${name}/${id}`, resource);
        send(201, { ...resource, signing_secret: secret });
        return;
      }
      if (request.method === "GET") {
        send(200, {
          items: [...resources]
            .filter(([key]) => key.startsWith(`${name}/`))
            .map(([, resource]) => resource),
          egress_allow: [],
        });
        return;
      }
      send(200, { egress_allow: [] });
    })();
  });
  const url = await listen(server);
  return { url, calls, things: resources, answer: (status) => (botAnswer = status) };
}

import type { BenchServer } from "./bench-server.ts";

/** Sends a request of the API with the key of the benchmarks. Rejects if it is refused. */
export async function request<T>(
  { url, key }: Pick<BenchServer, "url" | "key">,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response.json()) as T;
}

/**
 * Adds rules that compare the name of a message's visitor with a text, and set the priority of the
 * chat if it contains the text.
 */
export async function addRules(server: BenchServer, count: number, text: string): Promise<void> {
  for (let n = 0; n < count; n++)
    await request(server, "POST", "/rules", {
      name: `Rule ${n}`,
      when: { event: "message_by_visitor" },
      if: { fact: "visitor.name", op: "contains", value: text },
      do: [{ type: "priority", priority: n % 2 === 0 ? "high" : "urgent" }],
    });
}

/** Adds saved views of running chats, each with a condition of its own. */
export async function addViews(server: BenchServer, count: number): Promise<void> {
  for (let n = 0; n < count; n++)
    await request(server, "POST", "/views", {
      name: `View ${n}`,
      shared: "all",
      if: {
        all: [
          { fact: "chat.state", op: "is_not", value: "closed" },
          { fact: "visitor.name", op: "contains", value: String(n) },
        ],
      },
    });
}

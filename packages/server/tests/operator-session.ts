import type { TestParlour } from "@parlour/testkit";
import { RealtimeClient, type Frame } from "./realtime-client.ts";

/** A signed-in session of an operator, which any node of the installation accepts. */
export interface OperatorSession {
  readonly id: number;
  /** An API key of the operator. */
  readonly key: string;
  /** Returns the status of the response. */
  call(node: TestParlour, method: string, path: string, body?: unknown): Promise<number>;
  /** Opens a socket at a node, with a cursor. Resolves when it is live. */
  connect(node: TestParlour, after?: unknown): Promise<RealtimeClient>;
}

/** Creates an operator and signs in. `origin`: PUBLIC_URL of the nodes. */
export async function openOperatorSession(
  node: TestParlour,
  role: "owner" | "operator",
  origin: string,
): Promise<OperatorSession> {
  const operator = await node.operator(role);
  const answer = await node.call(
    "POST",
    "sessions",
    { email: operator.email, password: operator.password },
    { origin },
  );
  const cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return {
    id: operator.id,
    key: operator.key,
    call: async (target, method, path, body) =>
      (await target.call(method, path, body, { origin, cookie })).status,
    async connect(target, after = null) {
      const client = new RealtimeClient(`${target.url.replace("http", "ws")}/api/v1/socket`, {
        headers: { cookie, origin },
      });
      await client.opened;
      client.send({ type: "hello", after });
      await client.next(({ type }) => type === "live");
      return client;
    },
  };
}
/** Returns a test for frames that say that an operator has this status. */
export const isPresence =
  (id: number, status: string) =>
  (frame: Frame): boolean =>
    frame["type"] === "presence" && frame["operator_id"] === id && frame["status"] === status;

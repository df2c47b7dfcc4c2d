import { createHash, randomBytes } from "node:crypto";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as FirstTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  startIntegrator,
  startTestParlour,
  type FakeIntegrator,
  type TestChannel,
  type TestOperator,
  type TestParlour,
  type TestParlourOptions,
} from "@parlour/testkit";

/** A result of a tool as tests read it. */
export interface ToolAnswer {
  readonly isError: boolean;
  /** `structuredContent`, or of an error the JSON in the second text. */
  readonly data: any;
  readonly texts: readonly string[];
}
/** A client of the SDK that is connected to `/mcp`. */
export interface McpConnection {
  readonly client: Client;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  listTools(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Connects a client of the SDK with a key. `era` is the generation of the protocol. */
export async function connectMcp(
  url: string,
  key: string,
  era: "legacy" | "modern" = "legacy",
): Promise<McpConnection> {
  const client = new Client(
    { name: "test", version: "1" },
    { versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${key}` } },
    }),
  );
  return wrapClient(client);
}

/**
 * Connects a client of the SDK 1.x with a key. It has read the list of tools, and validates their
 * results.
 */
export async function connectFirstMcp(
  url: string,
  key: string,
): Promise<Omit<McpConnection, "client">> {
  const client = new FirstClient({ name: "test", version: "1" });
  const transport = new FirstTransport(new URL(`${url}/mcp`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  });
  await client.connect(transport as Parameters<FirstClient["connect"]>[0]);
  await client.listTools();
  return wrapCalls(client);
}

/** Wraps a connected client. */
export const wrapClient = (client: Client): McpConnection => ({ client, ...wrapCalls(client) });

/** The part that clients of both generations have. */
interface ToolClient {
  callTool(call: { name: string; arguments: Record<string, unknown> }): Promise<object>;
  listTools(): Promise<{ tools: readonly { name: string }[] }>;
  close(): Promise<void>;
}
function wrapCalls(client: ToolClient): Omit<McpConnection, "client"> {
  return {
    async call(name, args = {}) {
      const result = await client.callTool({ name, arguments: args });
      const { content, structuredContent, ...more } = result as {
        content: readonly { text?: string }[];
        structuredContent?: unknown;
        isError?: boolean;
      };
      const isError = more.isError === true;
      const texts = content.map(({ text }) => text ?? "");
      return {
        isError,
        data: isError ? JSON.parse(texts[1] ?? "") : structuredContent,
        texts,
      };
    },
    async listTools() {
      return (await client.listTools()).tools.map(({ name }) => name);
    },
    close: () => client.close(),
  };
}

/** A Parlour with a channel and an integrator. */
export interface McpFixture {
  readonly parlour: TestParlour;
  readonly integrator: FakeIntegrator;
  readonly channel: TestChannel;
  /** Creates a key of an operator with these scopes. */
  readonly createKey: (operator: TestOperator, scopes: readonly string[]) => Promise<string>;
  /** Sends a message as a customer. Returns the id of their chat. */
  readonly receive: (customer: string, text: string, sender?: object) => Promise<number>;
  close(): Promise<void>;
}

export async function openMcpFixture(options: TestParlourOptions = {}): Promise<McpFixture> {
  const integrator = await startIntegrator();
  const parlour = await startTestParlour(options);
  const channel = await parlour.channel(`${integrator.url}/hook`);
  return {
    parlour,
    integrator,
    channel,
    async createKey(operator, scopes) {
      const key = `pk_mcp_${randomBytes(16).toString("hex")}`;
      await parlour.sql(
        `insert into api_key (account_id, key_hash, hint, name, operator_id, scopes)
         select account_id, $2, right($3, 4), 'MCP client', id, $4 from operator where id = $1`,
        [operator.id, createHash("sha256").update(key).digest(), key, scopes],
      );
      return key;
    },
    async receive(customer, text, sender = {}) {
      const answer = await parlour.sendCustomerMessage(channel, customer, text, { sender });
      if (answer.status !== 200) throw new Error(answer.text);
      return (await parlour.findChat(customer)).id;
    },
    async close() {
      await parlour.close();
      await integrator.close();
    },
  };
}

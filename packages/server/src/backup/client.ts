import pg from "pg";

/** One connection for as long as `use` takes. What breaks it is told by the statement that is under way. */
export async function withClient<R>(config: pg.ClientConfig, use: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  try {
    await client.connect();
    return await use(client);
  } finally {
    await client.end();
  }
}

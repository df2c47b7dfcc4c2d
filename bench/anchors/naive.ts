import { createServer } from "node:http";
import pg from "pg";
import { acceptMessage, createTablesSql, type ChannelRequest } from "./naive-sql.ts";

/**
 * Baseline `naive`: a bare node:http, a pooled connection, and a transaction of four statements per
 * message.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 32 });
await pool.query(createTablesSql);

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const text = Buffer.concat(chunks).toString("utf8");
    acceptMessage(pool, JSON.parse(text) as ChannelRequest, text).then(
      () =>
        response
          .writeHead(200, { "content-type": "application/json", "content-length": 15 })
          .end('{"result":"ok"}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready ${typeof address === "object" ? address?.port : ""}`);
});

import { createServer } from "node:http";
import pg from "pg";
import { Server } from "socket.io";
import {
  acceptMessage,
  acceptMessageLean,
  createTablesSql,
  getChatNumber,
  type ChannelRequest,
} from "./naive-sql.ts";

/**
 * Comparison with Socket.IO: a message arrives as an event and is acknowledged after its commit.
 * STORE=insert: one INSERT. STORE=transaction: the four statements of `naive`. STORE=lean: their
 * rows in one prepared statement. All send nothing to operators and have no keys and no deliveries.
 */
const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 32 });
await pool.query(createTablesSql);
const insert = async (body: ChannelRequest): Promise<void> => {
  await pool.query({
    name: "insert",
    text: "insert into naive_message (chat_id, seq, body) values ($1, 0, $2)",
    values: [getChatNumber(body), JSON.stringify(body)],
  });
};
const stores: Readonly<Record<string, (body: ChannelRequest) => Promise<void>>> = {
  insert,
  transaction: (body) => acceptMessage(pool, body, JSON.stringify(body)),
  lean: (body) => acceptMessageLean(pool, body, JSON.stringify(body)),
};
const store = stores[process.env["STORE"] ?? ""];
if (store === undefined) throw new Error(`unknown STORE ${process.env["STORE"]}`);

const http = createServer();
const io = new Server(http, { perMessageDeflate: false, transports: ["websocket"] });
io.on("connection", (socket) => {
  socket.on(
    "message",
    (body: ChannelRequest, acknowledge: (answer: { result: string }) => void) => {
      store(body).then(
        () => acknowledge({ result: "ok" }),
        (error: unknown) => acknowledge({ result: String(error) }),
      );
    },
  );
});
http.listen(0, "127.0.0.1", () => {
  const address = http.address();
  console.log(`ready ${typeof address === "object" ? address?.port : ""}`);
});

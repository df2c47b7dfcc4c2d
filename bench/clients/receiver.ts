import { createServer } from "node:http";
import { serveControlChannel } from "../harness/control-channel.ts";
import { getMachineMicros, readTimestampMark } from "../harness/raw-socket.ts";
import { getQuantile } from "../harness/stats.ts";

/**
 * An integrator's endpoint in a separate process. It responds immediately or after DELAY_MS, counts
 * requests, and measures the age of marked texts.
 */
const delayMs = Number(process.env["DELAY_MS"] ?? 0);
let count = 0;
let ages: number[] = [];
let sample = { headers: {} as Record<string, unknown>, body: "" };

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    count++;
    const at = readTimestampMark(body, 0, body.length);
    if (at > 0) ages.push((getMachineMicros() - at) / 1000);
    if (count === 1) sample = { headers: request.headers, body: body.toString("utf8") };
    const answer = (): void =>
      void response
        .writeHead(200, { "content-type": "application/json", "content-length": 15 })
        .end('{"result":"ok"}');
    if (delayMs === 0) answer();
    else setTimeout(answer, delayMs);
  });
});
serveControlChannel({
  count: () => count,
  reset() {
    count = 0;
    ages = [];
  },
  sample: () => sample,
  ages() {
    const sorted = ages.toSorted((a, b) => a - b);
    return { count: sorted.length, p50: getQuantile(sorted, 0.5), p99: getQuantile(sorted, 0.99) };
  },
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`ready ${typeof address === "object" ? address?.port : ""}`);
});

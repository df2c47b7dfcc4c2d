import { createHmac } from "node:crypto";
import { Pool } from "undici";
import { serveControlChannel } from "../harness/control-channel.ts";

/**
 * Baselines of deliveries: concurrent loops that sign (HMAC-SHA256) and post. WITH=pool: undici's
 * Pool, the minimum cost of an HTTP client. WITH=fetch: the global fetch, the simple
 * implementation. Nothing is claimed before or stored after.
 */
export interface PostLoopJob {
  readonly port: number;
  readonly atOnce: number;
  readonly count: number;
  readonly body: string;
  readonly headers: Record<string, string>;
}
const key = Buffer.alloc(32, 7);
let pool: Pool | null = null;

serveControlChannel({
  async run(value) {
    const { port, atOnce, count, body, headers } = value as PostLoopJob;
    const origin = `http://127.0.0.1:${port}`;
    pool ??= new Pool(origin, { connections: atOnce, pipelining: 1 });
    const startedAt = performance.now();
    const cpu = process.cpuUsage();
    let next = 0;
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let n = next++; n < count; n = next++) {
          const id = `msg_${n}`;
          const at = String(Math.floor(Date.now() / 1000));
          const signed = {
            ...headers,
            "webhook-id": id,
            "webhook-timestamp": at,
            "webhook-signature": `v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`,
          };
          if (process.env["WITH"] === "pool" && pool) {
            const answer = await pool.request({
              path: "/in",
              method: "POST",
              headers: signed,
              body,
            });
            await answer.body.text();
          } else {
            const answer = await fetch(`${origin}/in`, { method: "POST", headers: signed, body });
            await answer.text();
          }
        }
      }),
    );
    const { user, system } = process.cpuUsage(cpu);
    return {
      perSecond: (count * 1000) / (performance.now() - startedAt),
      micros: (user + system) / count,
    };
  },
});
console.log("ready");

import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Returns a free port below the range from which systems assign ports, so that no other test gets
 * it between two servers.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(...portsByHand);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${portsByHand.join(" to ")} is free`);
}
const portsByHand = [20_000, 32_000] as const;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

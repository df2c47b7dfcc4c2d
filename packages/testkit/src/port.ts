import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Returns a free port below the range from which operating systems assign ports. So no other test
 * gets the port while its server is restarted.
 */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(...testPortRange);
    if (await isFree(port)) return port;
  }
  throw new Error(`no port from ${testPortRange.join(" to ")} is free`);
}
const testPortRange = [20_000, 32_000] as const;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

import { randomInt } from "node:crypto";
import { connect, createServer } from "node:net";

/**
 * Returns a free port below the range from which operating systems assign ports. So no other test
 * gets the port while its server is restarted. `count`: this many ports from there on are free.
 * Returns no port twice, because a server may start to listen later.
 */
export async function findFreePort(count = 1): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt++) {
    const port = randomInt(...testPortRange);
    const ports = Array.from({ length: count }, (_, n) => port + n);
    if (ports.some((one) => foundPorts.has(one))) continue;
    for (const one of ports) foundPorts.add(one);
    const isFree = await Promise.all(ports.map(isPortFree));
    if (!isFree.includes(false)) return port;
  }
  throw new Error(`no port from ${testPortRange.join(" to ")} is free`);
}
const testPortRange = [20_000, 32_000] as const;
const foundPorts = new Set<number>();

/** Returns whether a server can listen at the port. */
export function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Waits until a server accepts connections at the port. */
export async function waitForPort(port: number): Promise<void> {
  while (!(await isAccepting(port))) await new Promise((resolve) => setTimeout(resolve, 10));
}
function isAccepting(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

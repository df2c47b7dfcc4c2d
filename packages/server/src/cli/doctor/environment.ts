import { get } from "node:http";
import type { ServerAddresses } from "../../config/read-config.ts";
import { checkWebSockets } from "../../health/websocket.ts";
import type { CheckDeps, DoctorFinding } from "./finding.ts";

/**
 * Returns what the running server has seen of its surroundings (CFG-166), and whether WebSockets
 * open through the public addresses (CFG-170). Nothing if it does not run on this machine.
 */
export async function inspectEnvironment(
  { config, clock }: CheckDeps,
  addresses: ServerAddresses,
): Promise<readonly DoctorFinding[]> {
  const seen = await readFindings(config.host, config.port);
  return seen === null ? [] : [...seen, ...(await checkWebSockets(addresses, clock))];
}

/** Asks the server on this machine. Null: there is no answer of Parlour. */
async function readFindings(host: string, port: number): Promise<readonly DoctorFinding[] | null> {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return new Promise((resolve) => {
    const request = get({ host: name, port, path: "/findings", timeout: 5_000 }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part: Buffer) => parts.push(part));
      response.on("error", () => resolve(null));
      response.on("end", () => resolve(parse(response.statusCode, Buffer.concat(parts))));
    });
    request.on("timeout", () => request.destroy());
    request.on("error", () => resolve(null));
  });
}

function parse(status: number | undefined, body: Buffer): readonly DoctorFinding[] | null {
  if (status !== 200) return null;
  try {
    const { findings } = JSON.parse(body.toString()) as {
      readonly findings?: readonly DoctorFinding[];
    };
    return findings ?? null;
  } catch {
    return null;
  }
}

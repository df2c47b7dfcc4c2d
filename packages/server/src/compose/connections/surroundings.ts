import { proveOrigin } from "../../auth/same-origin.ts";
import { resolveAddresses, type ServerAddresses } from "../../config/read-config.ts";
import { createEnvironment, type Environment } from "../../health/surroundings/environment.ts";
import { createAddressReader, type ReadClientAddress } from "../../http/client-address.ts";
import type { NoteSocketProblem } from "../../http/answers/socket-route.ts";
import type { ServerOptions } from "../server-options.ts";

/** Addresses of the installation and of its clients, and what requests show about both. */
export interface Surroundings {
  /** URLs that the server shows and accepts, with the actual port once it listens. */
  readonly addresses: () => ServerAddresses;
  /** What requests show about the surroundings of this node (CFG-166). */
  readonly environment: Environment;
  /** Returns the client address of a request (CFG-165). The only function that does. */
  readonly readClientAddress: ReadClientAddress;
  readonly noteSocketProblem: NoteSocketProblem;
}

/** Creates these parts. `port`: the actual one once the server listens. */
export function createSurroundings(
  { config, clock, log }: ServerOptions,
  port: () => number,
  settings: { publicUrl(): string | null },
): Surroundings {
  const addresses = (): ServerAddresses => resolveAddresses(config, port(), settings.publicUrl());
  const environment = createEnvironment({ clock, log, publicUrl: () => addresses().publicUrl });
  return {
    addresses,
    environment,
    readClientAddress: createAddressReader(config.trustProxy, (peer) =>
      environment.noteUntrustedProxy(peer),
    ),
    noteSocketProblem({ headers }) {
      const { opened } = proveOrigin(headers, addresses().origins);
      return opened === null
        ? environment.noteMissingUpgrade(true)
        : environment.noteWrongAddress(opened);
    },
  };
}

import type { FastifyPluginAsync } from "fastify";
import type { Auth } from "../../auth/index.ts";
import { createKeyedQueue } from "../../connectors/inbound/keyed-queue.ts";
import { createScimEdge } from "../../edges/scim/index.ts";
import { listScimResources, writeScimResource } from "../../store/sign-in/scim-resources.ts";
import type { BaseServices } from "../base.ts";

/** Creates the interface for identity providers, and connects it to the other parts. */
export function createScim(base: BaseServices, auth: Auth): FastifyPluginAsync {
  const { db, limits, addresses } = base;
  const queue = createKeyedQueue();
  return createScimEdge({
    auth,
    limits,
    publicUrl: () => addresses().publicUrl,
    runInOrder: (account, run) => queue.run(String(account), run),
    openResources: (account) => ({
      read: async (kind) =>
        new Map((await listScimResources(db, account, kind)).map((row) => [row.id, row])),
      write: (kind, id, { externalId, isDeleted = false }) =>
        writeScimResource(db, { account, kind, id }, { externalId, isDeleted }),
    }),
  });
}

import { setTimeout as pause } from "node:timers/promises";
import type { ClusterNode } from "../../cluster/cluster-node.ts";
import type { HighAvailability } from "../../cluster/high-availability/high-availability.ts";
import type { DatabaseMember } from "../../cluster/high-availability/patroni.ts";
import type { Fault } from "./fault.ts";

/** Promised maxima without an acknowledged message, in milliseconds. */
const maxFailoverMs = 15_000;
const maxSwitchOverMs = 5_000;
const maxOtherMs = 5_000;

/** Longer than the 20 s after which another member may take the lock of the primary. */
const frozenMs = 45_000;
const lostMs = 20_000;
const noMajorityMs = 30_000;
/** Time in which only the primary gets a message, in a cluster that does not wait for a standby. */
const noReplicationMs = 1_000;

type Run = (
  parts: HighAvailability,
  during: () => Promise<void>,
  primary: DatabaseMember,
  node: ClusterNode,
) => Promise<void>;

/** Faults of a cluster in which each part runs several times (`--ha`). */
export const highAvailabilityFaults: readonly Fault[] = [
  primaryFault("SIGKILL of the primary", maxFailoverMs, async ({ database }, during, primary) => {
    primary.killDatabase();
    await database.waitForPrimaryOtherThan(primary);
    await during();
  }),
  primaryFault(
    "SIGKILL of the primary after 1 s without replication",
    maxFailoverMs,
    async ({ database }, during, primary) => {
      primary.freezeReplication();
      await pause(noReplicationMs);
      primary.killDatabase();
      await database.waitForPrimaryOtherThan(primary);
      await during();
    },
  ),
  primaryFault("loss of the primary's machine", null, async ({ database }, during, primary) => {
    await primary.kill();
    await database.waitForPrimaryOtherThan(primary);
    await during();
    primary.start();
  }),
  primaryFault("SIGSTOP of the primary's machine", null, (parts, during, primary) =>
    freeze(parts, during, primary, () => primary.freeze()),
  ),
  primaryFault("SIGSTOP of the primary", null, (parts, during, primary) =>
    freeze(parts, during, primary, () => primary.freezeDatabase()),
  ),
  primaryFault("silence between the primary and etcd", null, (parts, during, primary) =>
    freeze(parts, during, primary, () => {
      primary.setCutFromEtcd(true);
      return () => primary.setCutFromEtcd(false);
    }),
  ),
  {
    ...primaryFault(
      "two primaries while a node reaches the earlier one only",
      null,
      async (parts, during, primary, node) => {
        const others = parts.database.members.flatMap((member, n) =>
          member === primary ? [] : (node.databaseRelays[n] ?? []),
        );
        for (const relay of others) relay.setMode("cut");
        try {
          await freeze(parts, during, primary, () => primary.freezePatroni());
        } finally {
          for (const relay of others) relay.setMode("pass");
        }
      },
    ),
    affectsNode: true,
  },
  primaryFault("switchover", maxSwitchOverMs, async ({ database }, during) => {
    await database.switchOver();
    await during();
  }),
  createFault("PostgreSQL", "loss of the synchronous standby", async ({ database }, during) => {
    const standby = await findStandby(database, "sync_standby");
    await standby.kill();
    await Promise.all([pause(lostMs), during()]);
    standby.start();
  }),
  createFault("PostgreSQL", "loss of both standbys", async ({ database }, during, primary) => {
    const standbys = database.members.filter((member) => member !== primary);
    await Promise.all(standbys.map((standby) => standby.kill()));
    await pause(lostMs);
    for (const standby of standbys) standby.start();
    await database.waitUntilComplete();
    // Nobody can sign in before.
    await during();
  }),
  createFault("etcd", "etcd without a majority", async ({ etcd, database }, during) => {
    const lost = etcd.members.slice(1);
    await Promise.all(lost.map((member) => member.end("SIGKILL")));
    await pause(noMajorityMs);
    for (const member of lost) member.start();
    await database.waitUntilComplete();
    await during();
  }),
  {
    ...createFault("Redis", "Sentinels replace the master", async ({ redis }, during) => {
      const master = (await redis?.readMaster()) ?? null;
      if (redis === null || master === null) throw new Error("the Sentinels name no master");
      await master.kill();
      await redis.waitForMasterOtherThan(master);
      await during();
      await master.restart();
    }),
    needsRedis: true,
    maxPauseMs: maxOtherMs,
  },
  {
    ...createFault("balancer", "SIGKILL of a balancer", async ({ balancers }, during) => {
      const [balancer] = balancers;
      await balancer?.kill();
      await during();
      await balancer?.start();
    }),
    maxPauseMs: maxOtherMs,
  },
];

function primaryFault(name: string, maxPauseMs: number | null, run: Run): Fault {
  return { ...createFault("PostgreSQL", name, run), maxPauseMs, movesPrimary: true };
}

function createFault(part: Fault["part"], name: string, run: Run): Fault {
  return {
    name,
    part,
    affectsNode: false,
    needsRedis: false,
    isHighlyAvailable: true,
    maxPauseMs: null,
    movesPrimary: false,
    async run({ highAvailability }, node, during) {
      const primary = (await highAvailability?.database.findPrimary()) ?? null;
      if (highAvailability === null || primary === null)
        throw new Error("the database has no primary");
      await run(highAvailability, during, primary, node);
      // The next fault begins with all parts.
      await highAvailability.database.waitUntilComplete();
    },
  };
}

/** Isolates the primary until another one has taken over and the probes have run. */
async function freeze(
  { database }: HighAvailability,
  during: () => Promise<void>,
  primary: DatabaseMember,
  begin: () => () => void,
): Promise<void> {
  const end = begin();
  try {
    await Promise.all([
      pause(frozenMs),
      database.waitForPrimaryOtherThan(primary).then(() => during()),
    ]);
  } finally {
    end();
  }
}

async function findStandby(
  database: HighAvailability["database"],
  role: string,
): Promise<DatabaseMember> {
  const state = (await database.readMembers()).find((member) => member.role === role);
  const found = database.members.find(({ name }) => name === state?.name);
  if (found === undefined) throw new Error(`the database has no ${role}`);
  return found;
}

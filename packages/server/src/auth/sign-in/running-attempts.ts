import type { Cluster } from "../../cluster/index.ts";

/** Sign-in attempts that are running on all nodes. Names are hashed. */
export interface RunningAttempts {
  /**
   * Counts an attempt. Resolves with the number of other attempts with this name. Those of a node
   * that does not respond within 150 ms do not count.
   */
  begin(name: string): Promise<number>;
  end(name: string): void;
}

/** Asks a node how many attempts with a name are running there. */
interface CountAttempts {
  readonly name: string;
}
const countTopic = "sign-in attempts";
const responseTimeoutMs = 150;

export function createRunningAttempts(cluster: Cluster): RunningAttempts {
  const counts = new Map<string, number>();
  const countOnThisNode = ({ name }: CountAttempts): number => counts.get(name) ?? 0;
  cluster.onRequest<CountAttempts, number>(countTopic, countOnThisNode);
  return {
    async begin(name) {
      const message: CountAttempts = { name };
      const localCount = countOnThisNode(message);
      counts.set(name, localCount + 1);
      const { results } = await cluster.requestAll<number>(countTopic, message, responseTimeoutMs);
      return results.reduce((sum, count) => sum + count, localCount);
    },
    end(name) {
      const remaining = (counts.get(name) ?? 1) - 1;
      if (remaining > 0) counts.set(name, remaining);
      else counts.delete(name);
    },
  };
}

import { apiKeyHash, createApiKey, deleteApiKey } from "../store/settings/api-key.ts";
import type { Present } from "../store/settings/provision.ts";
import { updateApiKey } from "../store/settings/provision-writers.ts";
import { changes, operatorId, type Difference, type Target } from "./difference.ts";
import type { Wanted } from "./read.ts";

/** API keys, known by their hash. */
export function planApiKeys(wanted: Wanted, present: Present): { differences: Difference[]; gone: Difference[] } {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const key of wanted.apiKeys) {
    const hash = apiKeyHash(key.key);
    const found = present.apiKeys.find((p) => p.keyHash.equals(hash));
    const subject = `api key ${key.name}`;
    if (!found) {
      const run = async (to: Target): Promise<number | null> =>
        createApiKey(to.tx, to.account, {
          key: key.key,
          name: key.name,
          operatorId: operatorId(to, key.operator),
          scopes: key.scopes,
          managed: true,
          now: to.now,
        });
      differences.push({ sign: "+", subject, detail: "", kind: "api_key", run });
      continue;
    }
    seen.add(found.id);
    const holder = present.operators.find((o) => o.id === found.operatorId)?.email ?? "";
    const detail = changes(
      { name: found.name, operator: holder.toLowerCase(), scopes: found.scopes.join(" ") },
      { name: key.name, operator: key.operator.toLowerCase(), scopes: key.scopes.join(" ") },
    );
    if (detail === "" && found.managed) continue;
    const run = async (to: Target): Promise<number> => {
      await updateApiKey(to.tx, to.account, found.id, {
        name: key.name,
        operatorId: operatorId(to, key.operator),
        scopes: key.scopes,
        managed: true,
      });
      return found.id;
    };
    differences.push({ sign: "~", subject, detail: detail || "managed by the file", kind: "api_key", run });
  }
  const gone = present.apiKeys
    .filter((p) => p.managed && !seen.has(p.id))
    .map((p): Difference => ({
      sign: "-",
      subject: `api key ${p.name}`,
      detail: "",
      kind: "api_key",
      run: async ({ tx, account }) => {
        await deleteApiKey(tx, account, p.id);
        return p.id;
      },
    }));
  return { differences, gone };
}

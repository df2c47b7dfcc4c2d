import { apiKeyHash, createApiKey, deleteApiKey } from "../store/settings/api-key.ts";
import type { Present } from "../store/settings/provision.ts";
import { updateApiKey } from "../store/settings/provision-writers.ts";
import { changes, operatorId, timeText, type Difference, type Target } from "./difference.ts";
import type { Wanted } from "./read.ts";

/** Plans API keys, matched by their hash. */
export function planApiKeys(wanted: Wanted, present: Present): { differences: Difference[]; gone: Difference[] } {
  const differences: Difference[] = [];
  const seen = new Set<number>();
  for (const key of wanted.apiKeys) {
    const hash = apiKeyHash(key.key);
    const found = present.apiKeys.find((p) => p.keyHash.equals(hash));
    if (found) seen.add(found.id);
    const difference = found ? changing(key, found, present) : coming(key);
    if (difference !== null) differences.push(difference);
  }
  return { differences, gone: present.apiKeys.filter((p) => p.managed && !seen.has(p.id)).map(leaving) };
}

type WantedKey = Wanted["apiKeys"][number];
type Found = Present["apiKeys"][number];

function coming({ key, name, operator, scopes, expiresAt }: WantedKey): Difference {
  const run = async (to: Target): Promise<number | null> =>
    createApiKey(to.tx, to.account, { key, name, operatorId: operatorId(to, operator), scopes, managed: true, expiresAt, now: to.now });
  return { sign: "+", subject: `api key ${name}`, detail: "", kind: "api_key", run };
}

function changing({ name, operator, scopes, expiresAt }: WantedKey, found: Found, present: Present): Difference | null {
  const holder = present.operators.find((o) => o.id === found.operatorId)?.email ?? "";
  const detail = changes(
    { name: found.name, operator: holder.toLowerCase(), scopes: found.scopes.join(" "), expires_at: timeText(found.expiresAt) },
    { name, operator: operator.toLowerCase(), scopes: scopes.join(" "), expires_at: timeText(expiresAt) },
  );
  if (detail === "" && found.managed) return null;
  const run = async (to: Target): Promise<number> => {
    await updateApiKey(to.tx, to.account, found.id, { name, operatorId: operatorId(to, operator), scopes, managed: true, expiresAt });
    return found.id;
  };
  return { sign: "~", subject: `api key ${name}`, detail: detail || "managed by the file", kind: "api_key", run };
}

function leaving({ id, name }: Found): Difference {
  const run = async ({ tx, account }: Target): Promise<number> => {
    await deleteApiKey(tx, account, id);
    return id;
  };
  return { sign: "-", subject: `api key ${name}`, detail: "", kind: "api_key", run };
}

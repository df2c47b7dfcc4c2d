import { hashApiKey, createApiKey, deleteApiKey } from "../store/settings/account/api-key.ts";
import type { CurrentSettings } from "../store/provisioning/present.ts";
import { updateApiKey } from "../store/provisioning/writers.ts";
import {
  describeChanges,
  getOperatorId,
  formatTime,
  type PlannedChange,
  type ApplyContext,
} from "./planned-change.ts";
import type { DesiredSettings } from "./read.ts";

/** Plans API keys, matched by their hash. */
export function planApiKeys(
  desired: DesiredSettings,
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  const differences: PlannedChange[] = [];
  const matched = new Set<number>();
  for (const key of desired.apiKeys) {
    const hash = hashApiKey(key.key);
    const existing = current.apiKeys.find((p) => p.keyHash.equals(hash));
    if (existing) matched.add(existing.id);
    const difference = existing ? planUpdate(key, existing, current) : planCreation(key);
    if (difference !== null) differences.push(difference);
  }
  return {
    differences,
    removals: current.apiKeys.filter((p) => p.managed && !matched.has(p.id)).map(planRemoval),
  };
}

type DesiredKey = DesiredSettings["apiKeys"][number];
type CurrentKey = CurrentSettings["apiKeys"][number];

function planCreation({ key, name, operator, scopes, expiresAt }: DesiredKey): PlannedChange {
  const run = async (context: ApplyContext): Promise<number | null> =>
    createApiKey(context.tx, context.account, {
      key,
      name,
      operatorId: getOperatorId(context, operator),
      scopes,
      managed: true,
      expiresAt,
      now: context.now,
    });
  return { sign: "+", subject: `api key ${name}`, detail: "", kind: "api_key", run };
}

function planUpdate(
  { name, operator, scopes, expiresAt }: DesiredKey,
  existing: CurrentKey,
  current: CurrentSettings,
): PlannedChange | null {
  const ownerEmail = current.operators.find((o) => o.id === existing.operatorId)?.email ?? "";
  const detail = describeChanges(
    {
      name: existing.name,
      operator: ownerEmail.toLowerCase(),
      scopes: existing.scopes.join(" "),
      expires_at: formatTime(existing.expiresAt),
    },
    {
      name,
      operator: operator.toLowerCase(),
      scopes: scopes.join(" "),
      expires_at: formatTime(expiresAt),
    },
  );
  if (detail === "" && existing.managed) return null;
  const run = async (context: ApplyContext): Promise<number> => {
    await updateApiKey(context.tx, context.account, existing.id, {
      name,
      operatorId: getOperatorId(context, operator),
      scopes,
      managed: true,
      expiresAt,
    });
    return existing.id;
  };
  return {
    sign: "~",
    subject: `api key ${name}`,
    detail: detail || "managed by the file",
    kind: "api_key",
    run,
  };
}

function planRemoval({ id, name }: CurrentKey): PlannedChange {
  const run = async ({ tx, account }: ApplyContext): Promise<number> => {
    await deleteApiKey(tx, account, id);
    return id;
  };
  return { sign: "-", subject: `api key ${name}`, detail: "", kind: "api_key", run };
}

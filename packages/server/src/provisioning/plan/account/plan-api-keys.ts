import { hashApiKey, createApiKey, deleteApiKey } from "../../../store/settings/account/api-key.ts";
import type { CurrentSettings } from "../../../store/provisioning/present.ts";
import { updateApiKey } from "../../../store/provisioning/writers.ts";
import { planNamedResources } from "../plan-named-resources.ts";
import {
  describeChanges,
  getOperatorId,
  formatTime,
  type PlannedChange,
  type ApplyContext,
} from "../planned-change.ts";
import type { DesiredSettings } from "../../read.ts";

/** Plans API keys, matched by their hash. */
export function planApiKeys(
  desired: DesiredSettings,
  current: CurrentSettings,
): { differences: PlannedChange[]; removals: PlannedChange[] } {
  // A key of the file is hashed once, not once per stored key.
  const hashes = new Map(desired.apiKeys.map((entry) => [entry, hashApiKey(entry.key)]));
  return planNamedResources(desired.apiKeys, current.apiKeys, {
    isSame: (entry, row) => hashes.get(entry)?.equals(row.keyHash) === true,
    planCreation,
    planUpdate: (entry, row) => planUpdate(entry, row, current),
    planRemoval,
  });
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

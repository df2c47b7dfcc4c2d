import { createHash, randomBytes } from "node:crypto";
import { apiKeyHash, createApiKey, deleteApiKey } from "../store/settings/api-key.ts";
import { mergeAccountSettings, updateAccount } from "../store/settings/account-settings.ts";
import {
  insertAccount,
  makeInstanceOwner,
  setPasswordHash,
  setProvisionedInstance,
  updateApiKey,
  type Present,
  type ProvisionedInstance,
  type ProvisionedOperator,
} from "../store/settings/provision.ts";
import { armReset, createOperator, endSessions, updateOperator } from "../store/settings/operator.ts";
import { changes, operatorId, type Difference, type Target } from "./difference.ts";
import { planBlacklist } from "./plan-blacklist.ts";
import { planBots, planProviders } from "./plan-bots.ts";
import { planCalls } from "./plan-calls.ts";
import { planChannels } from "./plan-channels.ts";
import { planDepartments, planHours } from "./plan-departments.ts";
import { planRouting } from "./plan-routing.ts";
import { planSecurity } from "./plan-security.ts";
import { planTriggers } from "./plan-triggers.ts";
import { planWebhooks } from "./plan-webhooks.ts";
import { planWidgets } from "./plan-widgets.ts";
import { planReplies, planTags } from "./plan-writing.ts";
import { planMail } from "./plan-mail.ts";
import { planOidc } from "./plan-oidc.ts";
import { planStorage } from "./plan-storage.ts";
import type { Wanted, WantedOperator } from "./read.ts";

/** Outcome of comparing passwords beforehand, by lower-case e-mail: a hash to store, or null when the stored one is right. */
export type PasswordHashes = ReadonlyMap<string, string | null>;

/** All differences in the order in which they must be carried out. `prune`: what the file manages and no longer names goes. */
export function plan(
  wanted: Wanted,
  present: Present,
  passwords: PasswordHashes,
  prune: boolean,
  open: (sealed: Buffer) => string,
): { differences: readonly Difference[]; kept: readonly string[] } {
  const mail = planMail(wanted.mail, present.mail, open);
  const oidc = planOidc(wanted.oidc, present.oidc, present.account?.id ?? null, open);
  const differences: Difference[] = [
    ...planInstance(wanted, present.instance),
    ...planStorage(wanted.storage, present.storage, open),
    ...mail.differences,
    ...planAccount(wanted, present),
  ];
  const kept: string[] = [];
  const gone = (going: readonly Difference[]): void => {
    if (prune) differences.push(...going);
    else kept.push(...going.map((d) => d.subject));
  };
  differences.push(
    ...wanted.operators.flatMap((o) =>
      planOperator(
        o,
        present.operators.find((p) => same(p.email, o.email)),
        passwords,
      ),
    ),
  );
  const { integrations } = wanted;
  // Each part stands on those before it; what goes, goes the other way round.
  differences.push(...oidc.differences);
  const parts = [
    planHours(integrations.hours, present),
    planRouting(integrations.routing, present),
    planCalls(wanted.calls, present),
    planSecurity(wanted.security, present),
    planApiKeys(wanted, present),
    planDepartments(integrations.departments, present),
    planChannels(wanted.channels, present, open),
    planWidgets(wanted.widgets, present, open),
    planProviders(integrations.providers, present),
    planBots(integrations.bots, integrations.providers, present, open),
    planWebhooks(integrations.webhooks, present, open),
    planTags(wanted.writing.tags, present),
    planReplies(wanted.writing.replies, present),
    planTriggers(wanted.triggers, present),
    planBlacklist(wanted.blacklist, present),
  ];
  for (const part of parts) differences.push(...part.differences);
  for (const part of parts.toReversed()) gone(part.gone);
  gone(mail.gone);
  gone(oidc.gone);
  gone(present.operators.filter((p) => p.managed && p.active && !wanted.operators.some((o) => same(o.email, p.email))).map(leaving));
  return { differences, kept };
}

/** How long an invitation stands. */
const invitationMs = 7 * 86_400_000;
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

function planInstance(wanted: Wanted, present: ProvisionedInstance): Difference[] {
  const next: ProvisionedInstance = {
    ...(wanted.egressAllow === null ? {} : { egress_allow: wanted.egressAllow }),
    ...(wanted.limits === null ? {} : { limits: wanted.limits as Record<string, number> }),
    ...(wanted.retention ? { retention: wanted.retention as Record<string, number> } : {}),
  };
  const parts = (["egress_allow", "limits", "retention"] as const).filter((part) => text(next[part]) !== text(present[part]));
  if (parts.length === 0) return [];
  const detail = parts.map((part) => `${part} ${text(present[part])} → ${text(next[part])}`).join("; ");
  const run = async ({ tx }: Target): Promise<null> => {
    await setProvisionedInstance(tx, next);
    return null;
  };
  return [{ sign: "~", subject: "instance", detail, kind: "instance", run }];
}
/** Order of keys is the database's. */
function text(value: unknown): string {
  if (value === undefined) return "default";
  if (Array.isArray(value)) return value.join(", ");
  return Object.entries(value as Record<string, unknown>)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([k, v]) => `${k}=${String(v)}`)
    .join(" ");
}

function planAccount(wanted: Wanted, { account: present }: Present): Difference[] {
  const account = wanted.account;
  if (account === null) return [];
  const differences: Difference[] = [];
  if (!present) {
    const run = async (to: Target): Promise<number> => (to.account = await insertAccount(to.tx, account.name));
    differences.push({ sign: "+", subject: `account ${account.name}`, detail: "", kind: "account", run });
  }
  const columns = {
    name: account.name,
    locale: account.locale ?? present?.locale ?? "en",
    accent: account.accent ?? present?.accent ?? "#0B6B5D",
  };
  // What the file leaves out goes back to its default, else two applications of one file could differ.
  const settings = { safe_url: account.safe_url ?? null, trust_webhook_links: account.trust_webhook_links ?? null };
  const before = {
    name: account.name,
    locale: "en",
    accent: "#0B6B5D",
    safe_url: null,
    trust_webhook_links: null,
    ...present,
    ...present?.settings,
  };
  const detail = changes(before, { ...columns, ...settings });
  if (detail !== "" || (present && !present.managed)) {
    const run = async ({ tx, account: id }: Target): Promise<number> => {
      await updateAccount(tx, id, { ...columns, managed: true });
      await mergeAccountSettings(tx, id, settings);
      return id;
    };
    differences.push({ sign: "~", subject: `account ${account.name}`, detail: detail || "managed by the file", kind: "account", run });
  }
  return differences;
}

function planOperator(wanted: WantedOperator, present: ProvisionedOperator | undefined, passwords: PasswordHashes): Difference[] {
  const key = wanted.email.toLowerCase();
  const subject = `operator ${wanted.email}`;
  const hash = passwords.get(key) ?? null;
  if (!present) {
    const run = async (to: Target): Promise<number> => {
      const id = await createOperator(to.tx, to.account, { ...wanted, passwordHash: hash, managed: true, now: to.now });
      if (id === null) throw new Error(`the e-mail ${wanted.email} was taken meanwhile`);
      to.operators.set(key, id);
      if (wanted.role === "owner") await makeInstanceOwner(to.tx, to.account, id);
      if (hash === null) await invite(to, id, wanted.email);
      return id;
    };
    return [{ sign: "+", subject, detail: wanted.role, kind: "operator", run }];
  }
  const next = {
    name: wanted.name,
    email: wanted.email,
    role: wanted.role,
    phone: wanted.phone,
    photo: wanted.photo,
    chatLimit: wanted.chatLimit,
    active: true,
  };
  const detail = [changes({ ...present }, next), hash === null ? "" : "password", present.managed ? "" : "managed by the file"]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async ({ tx, account }: Target): Promise<number> => {
    await updateOperator(tx, account, present.id, { ...next, managed: true });
    if (hash !== null) await setPasswordHash(tx, account, present.id, hash);
    if (hash !== null || present.role !== wanted.role) await endSessions(tx, account, present.id);
    return present.id;
  };
  return [{ sign: "~", subject, detail, kind: "operator", run }];
}
/** As the service API invites (API-041): the account stands in the token, so that its row is found under row-level security. */
async function invite(to: Target, operator: number, email: string): Promise<void> {
  const token = `${to.account}.${randomBytes(32).toString("base64url")}`;
  const expiresAt = to.now + invitationMs;
  await armReset(to.tx, to.account, operator, createHash("sha256").update(token).digest(), expiresAt);
  to.made.invitations.push({ email, path: `/invite/${token}`, expiresAt });
}
/** History needs the row: a removed operator is deactivated (CORE-003). */
function leaving(present: ProvisionedOperator): Difference {
  const run = async ({ tx, account }: Target): Promise<number> => {
    await updateOperator(tx, account, present.id, { active: false, managed: false });
    await endSessions(tx, account, present.id);
    return present.id;
  };
  return { sign: "-", subject: `operator ${present.email}`, detail: "", kind: "operator", run };
}

function planApiKeys(wanted: Wanted, present: Present): { differences: Difference[]; gone: Difference[] } {
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

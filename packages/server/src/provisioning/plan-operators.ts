import { createHash, randomBytes } from "node:crypto";
import { armPasswordLink, createOperator, endSessions, updateOperator } from "../store/settings/operator.ts";
import type { Present, ProvisionedOperator } from "../store/settings/provision.ts";
import { makeInstanceOwner, setPasswordHash } from "../store/settings/provision-writers.ts";
import { changes, type Difference, type Target } from "./difference.ts";
import type { Wanted, WantedOperator } from "./read.ts";
import { createLinkPath } from "../auth/links.ts";

/**
 * Result of the password comparison by lower-case email: a hash to store, or null if the stored one
 * matches.
 */
export type PasswordHashes = ReadonlyMap<string, string | null>;

/** Lifetime of an invitation link. */
const invitationMs = 7 * 86_400_000;

/** Plans the operators of the file. `removals`: managed operators that the file no longer names. */
export function planOperators(
  wanted: Wanted,
  present: Present,
  passwords: PasswordHashes,
): { differences: Difference[]; gone: Difference[] } {
  return {
    differences: wanted.operators.flatMap((one) => planOperator(one, find(present.operators, one.email), passwords)),
    gone: present.operators.filter((one) => one.managed && one.active && find(wanted.operators, one.email) === undefined).map(leaving),
  };
}
function find<O extends { readonly email: string }>(list: readonly O[], email: string): O | undefined {
  return list.find((one) => one.email.toLowerCase() === email.toLowerCase());
}

function planOperator(wanted: WantedOperator, present: ProvisionedOperator | undefined, passwords: PasswordHashes): Difference[] {
  const subject = `operator ${wanted.email}`;
  const hash = passwords.get(wanted.email.toLowerCase()) ?? null;
  if (!present) {
    const run = (to: Target): Promise<number> => add(to, wanted, hash);
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
async function add(to: Target, wanted: WantedOperator, passwordHash: string | null): Promise<number> {
  const id = await createOperator(to.tx, to.account, { ...wanted, passwordHash, managed: true, now: to.now });
  if (id === null) throw new Error(`the e-mail ${wanted.email} was taken meanwhile`);
  to.operators.set(wanted.email.toLowerCase(), id);
  if (wanted.role === "owner") await makeInstanceOwner(to.tx, to.account, id);
  if (passwordHash === null) await invite(to, id, wanted.email);
  return id;
}
/**
 * Creates an invitation like the service API (API-041). The token contains the account, so that its
 * row is found under row-level security.
 */
async function invite(to: Target, operator: number, email: string): Promise<void> {
  const token = `${to.account}.${randomBytes(32).toString("base64url")}`;
  const expiresAt = to.now + invitationMs;
  await armPasswordLink(to.tx, to.account, operator, "invite", createHash("sha256").update(token).digest(), expiresAt);
  to.made.invitations.push({ email, path: createLinkPath("invite", token), expiresAt });
}
/** History refers to the row, so a removed operator is deactivated (CORE-003). */
function leaving(present: ProvisionedOperator): Difference {
  const run = async ({ tx, account }: Target): Promise<number> => {
    await updateOperator(tx, account, present.id, { active: false, managed: false });
    await endSessions(tx, account, present.id);
    return present.id;
  };
  return { sign: "-", subject: `operator ${present.email}`, detail: "", kind: "operator", run };
}

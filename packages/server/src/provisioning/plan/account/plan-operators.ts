import { randomBytes } from "node:crypto";
import {
  createPasswordLink,
  createOperator,
  endSessions,
  updateOperator,
} from "../../../store/settings/account/operator-changes.ts";
import {
  limitToPresentChannels,
  setOperatorChannels,
} from "../../../store/settings/channels/channel-operators.ts";
import type { CurrentSettings } from "../../current-settings.ts";
import type { CurrentOperator } from "../../../store/provisioning/present.ts";
import { grantInstallationOwner, setPasswordHash } from "../../../store/provisioning/writers.ts";
import {
  createRowIds,
  describeChanges,
  type PlannedChange,
  type ApplyContext,
} from "../planned-change.ts";
import {
  toComparedOperator,
  toFileValues,
  type DesiredOperator,
} from "../../../settings/account/operator.ts";
import type { DesiredSettings } from "../../read.ts";
import { createLinkPath } from "../../../auth/links.ts";
import { hashLinkToken } from "../../../auth/secrets.ts";

/** By lower-case email: a hash to store, or null if the stored hash matches. */
export type PasswordHashes = ReadonlyMap<string, string | null>;

/** Lifetime of an invitation link, in ms. */
const invitationTtlMs = 7 * 86_400_000;

/** Plans the operators of the file. `removals`: managed ones that the file omits. */
export function planOperators(
  desired: DesiredSettings,
  current: CurrentSettings,
  passwords: PasswordHashes,
): { differences: PlannedChange[]; removals: PlannedChange[]; ended: readonly string[] } {
  return {
    ended: desired.operators.flatMap((operator) =>
      isEnded(operator, findByEmail(current.operators, operator.email))
        ? `operator ${operator.email}`
        : [],
    ),
    differences: desired.operators.flatMap((operator) =>
      planOperator(operator, findByEmail(current.operators, operator.email), passwords),
    ),
    removals: current.operators
      .filter(
        (operator) =>
          operator.managed &&
          operator.active &&
          findByEmail(desired.operators, operator.email) === undefined,
      )
      .map(planRemoval),
  };
}
/**
 * Returns whether somebody deactivated an operator of the file. It outranks the file (CFG-158).
 * Operators that a file removed are not managed, so a file that names them again activates them.
 */
const isEnded = ({ reactivate }: DesiredOperator, current: CurrentOperator | undefined): boolean =>
  current?.managed === true && !current.active && !reactivate;

/** Returns the settings with the channels of operators as the file sets them (CORE-322). */
export function withPlannedOperators(
  desired: DesiredSettings,
  current: CurrentSettings,
): CurrentSettings {
  const plan = (operator: CurrentOperator): CurrentOperator => {
    const planned = findByEmail(desired.operators, operator.email);
    if (planned?.channels === "all") return { ...operator, channels: "all" };
    return planned && operator.channels === "all" ? { ...operator, channels: [] } : operator;
  };
  return { ...current, operators: current.operators.map(plan) };
}
function findByEmail<O extends { readonly email: string }>(
  list: readonly O[],
  email: string,
): O | undefined {
  return list.find((operator) => operator.email.toLowerCase() === email.toLowerCase());
}

function planOperator(
  desired: DesiredOperator,
  current: CurrentOperator | undefined,
  passwords: PasswordHashes,
): PlannedChange[] {
  const subject = `operator ${desired.email}`;
  const hash = passwords.get(desired.email.toLowerCase()) ?? null;
  if (!current) {
    const run = (context: ApplyContext): Promise<number> => addOperator(context, desired, hash);
    return [{ sign: "+", subject, detail: desired.role, kind: "operator", run }];
  }
  const before = { ...toComparedOperator(toFileValues(current)), active: current.active };
  const active = !isEnded(desired, current);
  const next = { ...toComparedOperator(desired), active };
  const detail = [
    describeChanges(before, next),
    hash === null ? "" : "password",
    current.managed ? "" : "managed by the file",
  ]
    .filter((d) => d !== "")
    .join("; ");
  if (detail === "") return [];
  const run = async (context: ApplyContext): Promise<number> => {
    const { tx, account } = context;
    const { channels, chat_limit, ...profile } = desired;
    const customRoleId = findCustomRoleId(context, desired);
    const flags = { active, managed: true };
    const change = { ...profile, customRoleId, chatLimit: chat_limit, ...flags };
    await updateOperator(tx, account, current.id, change);
    if (hash !== null) await setPasswordHash(tx, account, current.id, hash);
    if (channels === "all") await setOperatorChannels(tx, account, current.id, "all");
    else if (current.channels === "all")
      await limitToPresentChannels(tx, account, { only: current.id });
    const hasNewRole =
      current.role !== desired.role || (current.customRole?.id ?? null) !== customRoleId;
    if (hash !== null || hasNewRole) await endSessions(tx, account, current.id);
    return current.id;
  };
  return [{ sign: "~", subject, detail, kind: "operator", run }];
}
const findCustomRoleId = (context: ApplyContext, operator: DesiredOperator): number | null =>
  operator.custom_role_id === null ? null : createRowIds(context).role(operator.custom_role_id);
async function addOperator(
  context: ApplyContext,
  desired: DesiredOperator,
  passwordHash: string | null,
): Promise<number> {
  const id = await createOperator(context.tx, context.account, {
    ...desired,
    customRoleId: findCustomRoleId(context, desired),
    chatLimit: desired.chat_limit,
    passwordHash,
    managed: true,
    now: context.now,
  });
  if (id === null) throw new Error(`the email ${desired.email} was taken in the meantime`);
  context.ids.operator.set(desired.email.toLowerCase(), id);
  if (desired.channels === "all") await setOperatorChannels(context.tx, context.account, id, "all");
  if (desired.role === "owner") await grantInstallationOwner(context.tx, context.account, id);
  if (passwordHash === null) await inviteOperator(context, id, desired.email);
  return id;
}
/**
 * Creates an invitation in the same way as the service API (API-298). The token contains the
 * account, so that its row can be found under row-level security.
 */
async function inviteOperator(
  context: ApplyContext,
  operator: number,
  email: string,
): Promise<void> {
  const token = `${context.account}.${randomBytes(32).toString("base64url")}`;
  const expiresAt = context.now + invitationTtlMs;
  await createPasswordLink(
    context.tx,
    { account: context.account, id: operator },
    { kind: "invite", hash: hashLinkToken(token), expiresAt },
  );
  context.created.invitations.push({ email, path: createLinkPath("invite", token), expiresAt });
}
/** A removed operator is deactivated, because the history refers to the row (CORE-003). */
function planRemoval(current: CurrentOperator): PlannedChange {
  const run = async ({ tx, account }: ApplyContext): Promise<number> => {
    await updateOperator(tx, account, current.id, { active: false, managed: false });
    await endSessions(tx, account, current.id);
    return current.id;
  };
  return { sign: "-", subject: `operator ${current.email}`, detail: "", kind: "operator", run };
}

import { refuse } from "../../core/failure.ts";
import type { Clock } from "../../core/command.ts";
import type { OidcRecord } from "../../store/settings/installation/oidc.ts";
import { insertAudit } from "../../store/sign-in/audit-entry.ts";
import { endInvitation, findOperatorForSignIn } from "../../store/sign-in/password.ts";
import type { Db } from "../../store/database/sql.ts";
import { createOperator } from "../../store/settings/account/operator-changes.ts";
import type { RequestOrigin } from "../session/create-session.ts";

export interface ProviderOperatorDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Announces to the account an operator who was created by their first sign-in. */
  readonly announce: (account: number, operatorId: number) => Promise<void>;
}

/** The settings of a provider, of OIDC or SAML, that decide who may sign in with it. */
interface AcceptingProvider {
  readonly name: string;
  readonly domains: readonly string[];
  readonly role: OidcRecord["role"];
  readonly account_id: number | null;
}

/**
 * Returns the operator of a sign-in with a provider, which has verified the email address. An
 * unknown operator is created if the provider's settings allow it (CORE-017).
 */
export async function resolveProviderOperator(
  deps: ProviderOperatorDeps,
  setting: AcceptingProvider,
  { email, name }: { readonly email: string; readonly name: unknown },
  origin: RequestOrigin,
) {
  assertAcceptedDomain(setting, email);
  const row = await findOperatorForSignIn(deps.db, email);
  if (row?.active === true) {
    await endInvitation(deps.db, row.accountId, row.operatorId);
    return { accountId: row.accountId, operatorId: row.operatorId };
  }
  if (row !== null || setting.role === null || setting.account_id === null)
    return refuse(
      "forbidden",
      `There is no account for ${email}. Ask an administrator for an invitation.`,
    );
  const operatorId = await createProviderOperator(
    deps,
    { ...setting, accountId: setting.account_id, role: setting.role },
    { email, name },
    origin,
  );
  await deps.announce(setting.account_id, operatorId);
  return { accountId: setting.account_id, operatorId };
}

/** Refuses an address if the settings accept other domains only. */
function assertAcceptedDomain(setting: AcceptingProvider, email: string): void {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (setting.domains.length > 0 && !setting.domains.includes(domain))
    refuse(
      "forbidden",
      `Addresses at ${domain} cannot sign in with ${setting.name}. Ask the administrator of this installation.`,
    );
}

const toOperatorName = (claim: unknown): string | null =>
  typeof claim === "string" && claim.trim() !== "" ? claim.trim().slice(0, 100) : null;

/** Creates an operator who was not invited, for a provider whose settings allow it. */
function createProviderOperator(
  { db, clock }: ProviderOperatorDeps,
  setting: AcceptingProvider & {
    readonly accountId: number;
    readonly role: NonNullable<OidcRecord["role"]>;
  },
  { email, name }: { readonly email: string; readonly name: unknown },
  origin: RequestOrigin,
): Promise<number> {
  const { accountId, role } = setting;
  return db.transaction(async (tx) => {
    const id = await createOperator(tx, accountId, {
      name: toOperatorName(name) ?? email.slice(0, email.indexOf("@")),
      email,
      role,
      chatLimit: 0,
      passwordHash: null,
      managed: false,
      now: clock.now(),
    });
    if (id === null)
      return refuse(
        "invalid_credentials",
        "Someone with this address signed in at the same moment. Try again.",
        { field: "oidc" },
      );
    await insertAudit(tx, {
      accountId,
      at: clock.now(),
      actorKind: "operator",
      actorId: id,
      action: "operator.create",
      target: `operator ${id} ${role} by ${setting.name}`,
      address: origin.address,
      requestId: origin.requestId,
      result: "ok",
    });
    return id;
  });
}

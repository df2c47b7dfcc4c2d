import type { PasskeyOptions } from "@parlour/protocol/api/people/session";
import { createGuards, type Guards, type OpenedAddresses } from "./guards.ts";
import type { Clock } from "../core/command.ts";
import type { Limits } from "../limits/index.ts";
import type { RequestSender } from "../egress/index.ts";
import type { Secrets } from "../store/database/seal.ts";
import type { Db } from "../store/database/sql.ts";
import { createAccessRegistry, type AccessRegistry, type AccessFilter } from "./access.ts";
import { getCookieName, createCookies, type Cookies } from "./session/cookies.ts";
import { createChallenges } from "./sign-in/challenges.ts";
import { createSecondFactorCodes } from "./sign-in/second-factor-codes.ts";
import { createAuthenticator, type Authenticator } from "./session/authenticate.ts";
import { createApplications, type Applications } from "./oauth/applications.ts";
import { createOidc, type Oidc } from "./sign-in/oidc.ts";
import { createSaml, type Saml } from "./sign-in/saml/saml.ts";
import { createProfileService, type ProfileService } from "./own-account/profile.ts";
import { createProfileSecurity, type ProfileSecurity } from "./own-account/profile-security.ts";
import { createSecondFactors, type SecondFactors } from "./own-account/second-factors.ts";
import { createProfileAudit } from "./own-account/profile-audit.ts";
import { createPasskeys } from "./sign-in/passkeys.ts";
import { createPasswords, type HashCost, type Passwords } from "./sign-in/passwords.ts";
import { createSetupService, type SetupService } from "./sign-in/setup.ts";
import type { Cluster } from "../cluster/index.ts";
import { createSessionService, type SessionService } from "./session/sessions.ts";
import { createSignInService, type SignInService } from "./sign-in/sign-in.ts";
import { createRateLimitedChecks } from "./sign-in/rate-limited-checks.ts";

export interface AuthDeps {
  /** Database connections with the role of the writer. */
  readonly db: Db;
  readonly clock: Clock;
  readonly limits: Limits;
  /**
   * Returns the origins of the installation: `PUBLIC_URL`, and names of this machine if it has its
   * default (CFG-002). Called at each request, because the port may be unknown at first.
   */
  readonly origins: () => readonly string[];
  /** Returns the public URL without a slash at the end (CFG-002). OIDC providers redirect to it. */
  readonly publicUrl: () => string;
  /** Addresses of the installation that it does not know. */
  readonly openedAddresses: OpenedAddresses;
  readonly secrets: Secrets;
  /** Sends requests to OIDC providers. */
  readonly egress: RequestSender;
  /** Writes `settings_changed` for an operator whom the setup or a first OIDC sign-in created. */
  readonly announce: (account: number, operatorId: number) => Promise<void>;
  readonly log: { error(fields: object, message: string): void };
  /** Sends ended sessions and keys to the other nodes, and receives theirs (P19). */
  readonly cluster: Cluster;
  /** Cost of password hashes. The default is OWASP's minimum. */
  readonly hashCost?: HashCost | undefined;
}
export interface Auth
  extends
    Authenticator,
    SignInService,
    SetupService,
    ProfileService,
    ProfileSecurity,
    SecondFactors,
    SessionService,
    Cookies,
    Guards {
  readonly passwords: Passwords;
  readonly oidc: Oidc;
  readonly saml: Saml;
  /** Applications that act for operators by OAuth (docs/spec/mcp.md). */
  readonly applications: Applications;
  /** Returns passkey options for a sign-in before the operator is known (API-013). */
  askForSignIn(): Promise<PasskeyOptions>;
  /** Contains what principals have open. `guard` adds requests, other parts their sockets. */
  readonly access: AccessRegistry;
  /** Ends sessions of an operator, or a key: permissions and what they have open (P19). */
  end(filter: AccessFilter): void;
}

/** Topic of the messages between nodes. A lost one is found by the poll of each second. */
const endedAccessTopic = "access ended";

export function createAuth(deps: AuthDeps): Auth {
  const passwords = createPasswords(deps.hashCost);
  const authenticator = createAuthenticator({
    ...deps,
    cookieName: () => getCookieName(deps.publicUrl()),
  });
  const access = createAccessRegistry({
    clock: deps.clock,
    recheck: (principals) => authenticator.recheck(principals),
    failed: (error) => deps.log.error({ err: error }, "auth.recheck_failed"),
  });
  const endOnThisNode = (filter: AccessFilter): void => {
    authenticator.invalidate(filter.account);
    access.end(filter);
  };
  deps.cluster.subscribe<AccessFilter>(endedAccessTopic, endOnThisNode);
  const end = (filter: AccessFilter): void => {
    endOnThisNode(filter);
    deps.cluster.publish(endedAccessTopic, filter);
  };
  const challenges = createChallenges(deps);
  const codes = createSecondFactorCodes(deps);
  const passkeys = createPasskeys({ ...deps, challenges });
  const checks = createRateLimitedChecks({ ...deps, passwords });
  const parts = {
    ...deps,
    log: createProfileAudit(deps),
    passwords,
    checks,
    codes,
    passkeys,
    onEnded: end,
    invalidate: (account: number) => authenticator.invalidate(account),
  };
  return {
    ...authenticator,
    ...createSignInService(parts),
    ...createProfileService(parts),
    ...createProfileSecurity(parts),
    ...createSecondFactors(parts),
    ...createSessionService(parts),
    ...createSetupService({ ...deps, passwords }),
    ...createCookies(deps),
    passwords,
    oidc: createOidc({ ...deps, challenges }),
    saml: createSaml({ ...deps, challenges, checks }),
    applications: createApplications({ ...deps, onEnded: end }),
    access,
    end,
    askForSignIn: () => passkeys.createAuthOptions("sign-in", null),
    ...createGuards({ ...deps, authenticator, access }),
  };
}

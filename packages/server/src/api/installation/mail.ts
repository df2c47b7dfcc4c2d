import type { AuditAction } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import {
  MailState,
  MailTest,
  MailTestResult,
  MailPreferences,
  MailPreferencesPatch,
  NewMail,
  NoContent,
} from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import {
  type MailRecord,
  type MailStateRecord,
  readMail,
  recordMailTest,
  setMail,
  setMailPreferences,
  findFirstAccount,
  lockOtherAccounts,
} from "../../store/settings/installation/mail-changes.ts";
import { requireFound } from "../kit/ids.ts";
import { assertRolesNotAbovePrincipal } from "../operators/owner-rules.ts";
import { declareRoute } from "../kit/declare-route.ts";
import { trimOptionalText } from "../../settings/texts.ts";
import {
  changeSettings,
  assertNotManagedByFile,
  type ChangeResult,
} from "../kit/change-settings.ts";
import { findMailPreferences } from "../../store/mail/facts.ts";
import type { MailPort } from "../kit/mail-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

interface MailDeps extends RouteDeps {
  readonly mail: MailPort;
}

/**
 * Registers the mail settings of the installation (API-356, CFG-032) and an operator's mail
 * preferences (API-211).
 */
export function mailRoutes(app: FastifyInstance, deps: MailDeps): void {
  readMailRoute(app, deps);
  setMailRoute(app, deps);
  removeMailRoute(app, deps);
  testMailRoute(app, deps);
  readMailPreferencesRoute(app, deps);
  setMailPreferencesRoute(app, deps);
}

function readMailRoute(app: FastifyInstance, deps: MailDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/instance/mail",
    action: "instance.manage",
    tag: "instance",
    summary: "Get the outgoing email server",
    status: 200,
    answer: MailState,
    handle: async () => serializeMailState(await readMail(deps.sql)),
  });
}
function setMailRoute(app: FastifyInstance, deps: MailDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/instance/mail",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Set the outgoing email server",
    body: NewMail,
    status: 200,
    answer: MailState,
    handle: async (context) => {
      // An owner of the mail server can read sign-in links, so only owners may change it.
      assertRolesNotAbovePrincipal(context.principal, "owner");
      assertValidMail(deps, context.body);
      return changeInAllAccounts(deps, context, "instance.mail", async (tx) => {
        const before = await readMail(tx);
        assertNotManagedByFile(context, before);
        const after = {
          mail: toMailRecord(deps, context.body, before.mail),
          managed: before.managed,
        };
        await setMail(tx, after);
        return {
          result: serializeMailState(after),
          target: `mail by ${after.mail.host}:${after.mail.port}`,
        };
      });
    },
  });
}
function removeMailRoute(app: FastifyInstance, deps: MailDeps): void {
  declareRoute(app, deps.auth, {
    method: "DELETE",
    url: "/instance/mail",
    action: "instance.manage",
    tag: "instance",
    summary: "Remove the outgoing email server",
    status: 204,
    answer: NoContent,
    handle: async (context) =>
      changeInAllAccounts(deps, context, "instance.mail_off", async (tx) => {
        assertNotManagedByFile(context, await readMail(tx));
        await setMail(tx, { mail: null, managed: false });
        return { result: null, target: "mail" };
      }),
  });
}
function testMailRoute(app: FastifyInstance, deps: MailDeps): void {
  declareRoute(app, deps.auth, {
    method: "POST",
    url: "/instance/mail/test",
    action: "instance.manage",
    tag: "instance",
    summary: "Send a test email",
    body: MailTest,
    status: 200,
    answer: MailTestResult,
    handle: async ({ principal, body }) => {
      if (body.mail !== undefined) assertValidMail(deps, body.mail);
      const { email } = await deps.auth.profile(principal.accountId, principal.operatorId);
      const settings =
        body.mail === undefined
          ? null
          : toMailRecord(deps, body.mail, (await readMail(deps.sql)).mail);
      const result = await deps.mail.test(principal.accountId, email, settings);
      if (result === null)
        refuse("not_available", "Email is not set up yet. Enter a server first.");
      if (result.ok && settings === null) await recordMailTest(deps.sql, deps.clock.now());
      return {
        ok: result.ok,
        step: result.step,
        message: result.message,
        reply: result.reply,
        to: email,
        duration_ms: result.durationMs,
      };
    },
  });
}
function readMailPreferencesRoute(app: FastifyInstance, deps: MailDeps): void {
  declareRoute(app, deps.auth, {
    method: "GET",
    url: "/me/mail",
    action: "profile.read",
    tag: "session",
    summary: "Get your email preferences",
    status: 200,
    answer: MailPreferences,
    handle: async ({ principal }) => ({
      available: deps.mail.isAvailable(),
      ...requireFound(
        await findMailPreferences(deps.sql, principal.accountId, principal.operatorId),
        "operator",
      ),
    }),
  });
}
function setMailPreferencesRoute(app: FastifyInstance, deps: MailDeps): void {
  declareRoute(app, deps.auth, {
    method: "PUT",
    url: "/me/mail",
    action: "profile.write",
    tag: "session",
    summary: "Set your email preferences",
    body: MailPreferencesPatch,
    status: 200,
    answer: MailPreferences,
    handle: async (context) => {
      const { accountId, operatorId } = context.principal;
      return changeSettings(deps, context, "operator.mail", async (tx) => {
        const preferences = requireFound(
          await setMailPreferences(tx, accountId, operatorId, context.body),
          "operator",
        );
        return {
          result: { available: deps.mail.isAvailable(), ...preferences },
          changed: [{ kind: "operator", id: operatorId }],
          target: `operator ${operatorId}: mail`,
        };
      });
    },
  });
}

/** Runs a change that all accounts must reload, because mail settings affect every account. */
async function changeInAllAccounts<R>(
  deps: MailDeps,
  context: Parameters<typeof changeSettings>[1],
  action: AuditAction,
  run: (tx: Sql) => Promise<Pick<ChangeResult<R>, "result" | "target">>,
): Promise<R> {
  const head = await findFirstAccount(deps.sql);
  return changeSettings(deps, { ...context, head }, action, async (tx) => {
    const others = await lockOtherAccounts(tx, head);
    const changed = [{ kind: "instance" as const, id: null }];
    return {
      ...(await run(tx)),
      changed,
      elsewhere: others.map((account) => ({ account, changed })),
    };
  });
}

function assertValidMail(deps: MailDeps, { from, user, password }: NewMail): void {
  if (!deps.mail.isSender(from))
    refuse(
      "invalid_request",
      "from must be one address, or a name and an address: Shop <chat@shop.example>.",
      { field: "from" },
    );
  if ((password ?? "") !== "" && (user ?? "") === "")
    refuse("invalid_request", "A password needs a user.", { field: "user" });
}

/**
 * Builds the mail settings. Keeps a stored password only for the same server and user. For another
 * server the password must be entered again.
 */
function toMailRecord(deps: MailDeps, input: NewMail, before: MailRecord | null): MailRecord {
  const { host, port, tls, from, password } = input;
  const user = trimOptionalText(input.user) ?? null;
  const isSame =
    before !== null &&
    before.host === host &&
    before.port === port &&
    before.user === user &&
    before.tls === tls;
  const storedPassword = isSame ? before.password : null;
  const sealedPassword =
    password === undefined
      ? storedPassword
      : (password ?? "") === ""
        ? null
        : deps.secrets.seal(password ?? "");
  return {
    host,
    port,
    tls,
    user,
    from: from.trim(),
    password: user === null ? null : sealedPassword,
  };
}

function serializeMailState({ mail, managed }: MailStateRecord): MailState {
  if (mail === null) return { mail: null, managed };
  const { password, ...rest } = mail;
  return { mail: { ...rest, has_password: password !== null }, managed };
}

import type { AuditAction } from "@parlour/protocol/api";
import { mail } from "@parlour/protocol/settings/kinds/mail";
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
import { assertRolesNotAbovePrincipal } from "../../auth/index.ts";
import { refuse } from "../../core/failure.ts";
import { parseWholeBody, sealCredentials, toAnswer } from "../../settings/kind/values.ts";
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
import { declareRoute } from "../kit/declare-route.ts";
import { changeSettings, assertNotManagedByFile } from "../kit/change-settings.ts";
import { findMailPreferences } from "../../store/mail/facts.ts";
import type { MailPort } from "../kit/mail-port.ts";
import type { RouteDeps } from "../kit/route-deps.ts";
import type { Sql } from "../../store/database/sql.ts";

interface MailDeps extends RouteDeps {
  readonly mail: MailPort;
}

/** Registers mail settings (API-356, CFG-032) and preferences of operators (API-211). */
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
    handle: async () => serializeMail(await readMail(deps.sql)),
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
      assertRolesNotAbovePrincipal(context.principal, { role: "owner" });
      const { seal } = deps.secrets;
      // A wrong body is refused before the accounts are locked.
      createMailRecord(context.body, null, seal);
      return changeInAllAccounts(deps, context, "instance.mail", async (tx) => {
        const before = await readMail(tx);
        assertNotManagedByFile(context, before);
        const server = createMailRecord(context.body, before.mail, seal);
        const after = { mail: server, managed: before.managed };
        await setMail(tx, after);
        return { result: serializeMail(after), target: `mail by ${server.host}:${server.port}` };
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
    once: "answer",
    handle: async ({ principal, body }) => {
      const settings =
        body.mail === undefined
          ? null
          : createMailRecord(body.mail, (await readMail(deps.sql)).mail, deps.secrets.seal);
      const { email } = await deps.auth.profile(principal.accountId, principal.operatorId);
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
  run: (tx: Sql) => Promise<{ readonly result: R; readonly target: string }>,
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

/** Keeps a stored password for the same server and user only. Throws a `Refusal`. */
function createMailRecord(
  body: NewMail,
  before: MailRecord | null,
  seal: (text: string) => Buffer,
): MailRecord {
  const { values, given } = parseWholeBody(mail.fields, body);
  if (given["password"] != null && values.user === null)
    refuse("invalid_request", "A password needs a user.", { field: "user" });
  const { password = null } = sealCredentials(mail.fields, { values, given }, before, seal);
  return { ...values, password: values.user === null ? null : password };
}

const serializeMail = (state: MailStateRecord): MailState => ({
  mail: state.mail && toAnswer(mail.fields, state.mail),
  managed: state.managed,
});

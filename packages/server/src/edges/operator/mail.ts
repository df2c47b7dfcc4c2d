import type { AuditAction } from "@parlour/protocol/api";
import type { FastifyInstance } from "fastify";
import { MailState, MailTest, MailTestResult, MailPreferences, MailPreferencesPatch, NewMail, NoContent } from "@parlour/protocol/api";
import { refuse } from "../../core/failure.ts";
import type { MailRecord, MailStateRecord } from "../../core/record/mail.ts";
import type { Deps } from "./deps.ts";
import { found } from "./ids.ts";
import { refuseAbove } from "./owners.ts";
import { route } from "./route.ts";
import { changeSettings, optional, refuseManaged, type Done, type SettingsDeps } from "./settings.ts";
import type { Tx } from "./stores/tx.ts";

type MailDeps = SettingsDeps & Pick<Deps, "auth" | "rights" | "mail" | "mailRows">;

/**
 * Registers the mail settings of the installation (API-043, CFG-032) and an operator's mail
 * preferences (API-012).
 */
export function mailRoutes(app: FastifyInstance, deps: MailDeps): void {
  readMail(app, deps);
  setMail(app, deps);
  removeMail(app, deps);
  testMail(app, deps);
  readWishes(app, deps);
  setWishes(app, deps);
}

function readMail(app: FastifyInstance, deps: MailDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/instance/mail",
    action: "instance.manage",
    tag: "instance",
    summary: "How mail is sent; the password is never read back",
    status: 200,
    answer: MailState,
    handle: async () => wire(await deps.mailRows.read()),
  });
}
function setMail(app: FastifyInstance, deps: MailDeps): void {
  route(app, deps.auth, {
    method: "PUT",
    url: "/instance/mail",
    fresh: true,
    action: "instance.manage",
    tag: "instance",
    summary: "Set up mail; without `password` the stored one stays, as long as server and user do",
    body: NewMail,
    status: 200,
    answer: MailState,
    handle: async (call) => {
      // The server that sends sign-in links can read them.
      refuseAbove(deps, call.principal, "owner");
      refuseForm(deps, call.body);
      return changeEverywhere(deps, call, "instance.mail", async (tx) => {
        const before = await deps.mailRows.readIn(tx);
        refuseManaged(call, before);
        const after = { mail: recordOf(deps, call.body, before.mail), managed: before.managed };
        await deps.mailRows.set(tx, after);
        return { result: wire(after), target: `mail by ${after.mail.host}:${after.mail.port}` };
      });
    },
  });
}
function removeMail(app: FastifyInstance, deps: MailDeps): void {
  route(app, deps.auth, {
    method: "DELETE",
    url: "/instance/mail",
    action: "instance.manage",
    tag: "instance",
    summary: "Send no mail any more; what waits is given up",
    status: 204,
    answer: NoContent,
    handle: async (call) =>
      changeEverywhere(deps, call, "instance.mail_off", async (tx) => {
        refuseManaged(call, await deps.mailRows.readIn(tx));
        await deps.mailRows.set(tx, { mail: null, managed: false });
        return { result: null, target: "mail" };
      }),
  });
}
function testMail(app: FastifyInstance, deps: MailDeps): void {
  route(app, deps.auth, {
    method: "POST",
    url: "/instance/mail/test",
    action: "instance.manage",
    tag: "instance",
    summary: "Send one mail to the asker, with these settings or those in force; says at which step it failed and what to do",
    body: MailTest,
    status: 200,
    answer: MailTestResult,
    handle: async ({ principal, body }) => {
      if (body.mail !== undefined) refuseForm(deps, body.mail);
      const { email } = await deps.auth.profile(principal.accountId, principal.operatorId);
      const given = body.mail === undefined ? null : recordOf(deps, body.mail, (await deps.mailRows.read()).mail);
      const tested = await deps.mail.test(principal.accountId, email, given);
      if (tested === null) refuse("not_available", "Mail is not set up yet. Enter a server first.");
      return { ok: tested.ok, step: tested.step, message: tested.message, reply: tested.reply, to: email, duration_ms: tested.durationMs };
    },
  });
}
function readWishes(app: FastifyInstance, deps: MailDeps): void {
  route(app, deps.auth, {
    method: "GET",
    url: "/me/mail",
    action: "profile.read",
    tag: "session",
    summary: "Which mails I get",
    status: 200,
    answer: MailPreferences,
    handle: async ({ principal }) => ({
      available: deps.mail.isAvailable(),
      ...found(await deps.mailRows.wishes(principal.accountId, principal.operatorId), "operator"),
    }),
  });
}
function setWishes(app: FastifyInstance, deps: MailDeps): void {
  route(app, deps.auth, {
    method: "PUT",
    url: "/me/mail",
    action: "profile.write",
    tag: "session",
    summary: "Choose which mails I get",
    body: MailPreferencesPatch,
    status: 200,
    answer: MailPreferences,
    handle: async (call) => {
      const { accountId, operatorId } = call.principal;
      return changeSettings(deps, call, "operator.mail", async (tx) => {
        const wishes = found(await deps.mailRows.setWishes(tx, accountId, operatorId, call.body), "operator");
        return {
          result: { available: deps.mail.isAvailable(), ...wishes },
          changed: [{ kind: "operator", id: operatorId }],
          target: `operator ${operatorId}: mail`,
        };
      });
    },
  });
}

/** Runs a change that all accounts must reload, because mail affects every account. */
async function changeEverywhere<R>(
  deps: MailDeps,
  call: Parameters<typeof changeSettings>[1],
  action: AuditAction,
  run: (tx: Tx) => Promise<Pick<Done<R>, "result" | "target">>,
): Promise<R> {
  const head = await deps.mailRows.firstAccount();
  return changeSettings(
    deps,
    call,
    action,
    async (tx) => {
      const others = await deps.mailRows.lockOthers(tx, head);
      const changed = [{ kind: "instance" as const, id: null }];
      return { ...(await run(tx)), changed, elsewhere: others.map((account) => ({ account, changed })) };
    },
    head,
  );
}

function refuseForm(deps: MailDeps, { from, user, password }: NewMail): void {
  if (!deps.mail.isSender(from))
    refuse("invalid_request", "from must be one address, or a name and an address: Shop <chat@shop.example>.", { field: "from" });
  if ((password ?? "") !== "" && (user ?? "") === "") refuse("invalid_request", "A password needs a user.", { field: "user" });
}

/**
 * Builds the mail settings. A stored password is used only for the same server and user. For
 * another one it must be entered again.
 */
function recordOf(deps: MailDeps, given: NewMail, before: MailRecord | null): MailRecord {
  const { host, port, tls, from, password } = given;
  const user = optional(given.user) ?? null;
  const isSame = before !== null && before.host === host && before.port === port && before.user === user && before.tls === tls;
  const kept = isSame ? before.password : null;
  const sealed = password === undefined ? kept : (password ?? "") === "" ? null : deps.mailRows.seal(password ?? "");
  return { host, port, tls, user, from: from.trim(), password: user === null ? null : sealed };
}

function wire({ mail, managed }: MailStateRecord): MailState {
  if (mail === null) return { mail: null, managed };
  const { password, ...rest } = mail;
  return { mail: { ...rest, has_password: password !== null }, managed };
}

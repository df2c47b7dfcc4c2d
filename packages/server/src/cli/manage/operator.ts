import type { AuditAction } from "@parlour/protocol/api";
import type { Role } from "../../core/entity.ts";
import type { OperatorRecord } from "../../core/record/operator.ts";
import { StartFault } from "../../embedded/fault.ts";
import { inside } from "../../store/queries/inside.ts";
import { locateOperator, type Located } from "../../store/queries/locate.ts";
import { findOperator, listOperators } from "../../store/queries/operator.ts";
import { createOperator, endSessions, lockOperator, otherOwners, updateOperator } from "../../store/settings/operator.ts";
import type { Sql } from "../../store/sql.ts";
import { emailOf, filled, oneOf } from "./input.ts";
import { accountOf, passwordLink, refuseManaged, type Installation } from "./installation.ts";
import { commandOf, type Said, type Verb } from "./verbs.ts";

const roles = ["owner", "admin", "developer", "operator", "viewer"] as const satisfies readonly Role[];

const list: Verb = {
  name: "list",
  args: [],
  options: { account: { type: "string" } },
  help: "operators of the account, deactivated ones too",
  run:
    (_args, { account: named }) =>
    (to) =>
      to.read(async (tx) => {
        const account = await accountOf(tx, named ?? null);
        const all = await listOperators(inside(tx), account.id);
        return { json: { account: account.id, operators: all.map(wire) }, lines: all.map(line) };
      }),
};
const invite: Verb = {
  name: "invite",
  args: ["EMAIL"],
  options: { name: { type: "string" }, role: { type: "string" }, account: { type: "string" } },
  help: "a new operator (--role operator without another); prints the link by which he sets a password, once, within 7 days",
  run: ([given = ""], options) => {
    const email = emailOf(given);
    const role = oneOf(options["role"] ?? "operator", roles, "--role");
    const name = filled(options["name"] ?? email.slice(0, email.indexOf("@")), "--name");
    return async (to) => {
      const account = await to.read((tx) => accountOf(tx, options["account"] ?? null));
      return to.change(account.id, "operator.create", async (tx, now) => {
        const row = { name, email, phone: null, photo: null, role, chatLimit: 0, passwordHash: null, managed: false, now };
        const id = await createOperator(tx, account.id, row);
        if (id === null)
          throw new StartFault(`an operator with the e-mail ${email} exists already; parlour operator reset gives a new link`);
        const link = await passwordLink(tx, to.publicUrl, "invite", { account: account.id, id }, now);
        const result: Said = {
          json: { ...wire(await rowOf(tx, { account: account.id, id })), invite_url: link.url, invite_expires_at: link.expires_at },
          lines: [`operator ${id} ${email} (${role}) made`, `sets a password at ${link.url} (7 days, once)`],
        };
        return { result, changed: [{ kind: "operator", id }], target: `operator ${id} ${role}` };
      });
    };
  },
};
const setRole: Verb = {
  name: "role",
  args: ["EMAIL", "ROLE"],
  help: `another role (${roles.join(", ")}); signs him out`,
  run: ([email = "", given = ""]) => {
    const role = oneOf(given, roles, "ROLE");
    return (to) =>
      change(
        to,
        email,
        "operator.change",
        "role",
        (row) => row.role === role,
        async (tx, of, before) => {
          if (before.active && before.role === "owner") await keepOwner(tx, of);
          await updateOperator(tx, of.account, of.id, { role });
          await endSessions(tx, of.account, of.id);
          return `is ${role} now, and signed out`;
        },
      );
  },
};
const suspend: Verb = {
  name: "suspend",
  args: ["EMAIL"],
  help: "deactivates him: signs him out, returns his chats to waiting, keeps history (CORE-003)",
  run:
    ([email = ""]) =>
    (to) =>
      change(
        to,
        email,
        "operator.deactivate",
        null,
        (row) => !row.active,
        async (tx, of, before) => {
          if (before.active && before.role === "owner") await keepOwner(tx, of);
          await updateOperator(tx, of.account, of.id, { active: false });
          await endSessions(tx, of.account, of.id);
          return "is deactivated, and signed out";
        },
      ),
};
const resume: Verb = {
  name: "resume",
  args: ["EMAIL"],
  help: "brings a deactivated operator back",
  run:
    ([email = ""]) =>
    (to) =>
      change(
        to,
        email,
        "operator.change",
        "active",
        (row) => row.active,
        async (tx, of) => {
          await updateOperator(tx, of.account, of.id, { active: true });
          return "is active again";
        },
      ),
};
const reset: Verb = {
  name: "reset",
  args: ["EMAIL"],
  help: "prints a link by which he sets a new password, once, within 30 minutes",
  run:
    ([email = ""]) =>
    async (to) => {
      const of = await to.read((tx) => located(tx, email));
      return to.change(of.account, "operator.reset", async (tx, now) => {
        const row = await rowOf(tx, of);
        if (!row.active) throw new StartFault(`${row.email} is deactivated; bring him back with parlour operator resume ${row.email}`);
        const link = await passwordLink(tx, to.publicUrl, "reset", of, now);
        const result: Said = {
          json: { id: of.id, email: row.email, reset_url: link.url, expires_at: link.expires_at },
          lines: [`${row.email} sets a new password at ${link.url} (30 minutes, once)`],
        };
        return { result, changed: [], target: `operator ${of.id}` };
      });
    },
};

/**
 * Changes a locked row unless the file manages it or nothing would change. `run` returns a
 * description of the result.
 */
async function change(
  to: Installation,
  email: string,
  action: AuditAction,
  field: string | null,
  isSo: (row: OperatorRecord) => boolean,
  run: (tx: Sql, of: Located, before: { readonly role: Role; readonly active: boolean }) => Promise<string>,
): Promise<Said> {
  const { of, present } = await to.read(async (tx) => {
    const of = await located(tx, email);
    return { of, present: await rowOf(tx, of) };
  });
  if (isSo(present)) return { json: wire(present), lines: [`operator ${of.id} ${present.email} is so already`] };
  return to.change(of.account, action, async (tx) => {
    const before = await lockOperator(tx, of.account, of.id);
    if (before === null) throw new StartFault(`there is no operator ${email}`);
    refuseManaged(before, `operator ${email}`);
    const outcome = await run(tx, of, before);
    const row = await rowOf(tx, of);
    return {
      result: { json: wire(row), lines: [`operator ${of.id} ${row.email} ${outcome}`] },
      changed: [{ kind: "operator", id: of.id }],
      target: `operator ${of.id}${field === null ? "" : `: ${field}`}`,
    };
  });
}

async function located(tx: Sql, email: string): Promise<Located> {
  const of = await locateOperator(tx, email);
  if (of === null) throw new StartFault(`there is no operator ${email}; parlour operator list shows all`);
  return of;
}
async function rowOf(tx: Sql, of: Located): Promise<OperatorRecord> {
  const row = await findOperator(inside(tx), of.account, of.id);
  if (row === null) throw new StartFault(`operator ${of.id} was removed meanwhile`);
  return row;
}
async function keepOwner(tx: Sql, of: Located): Promise<void> {
  if ((await otherOwners(tx, of.account, of.id)) === 0)
    throw new StartFault("this is the last owner of the account; make another operator an owner first (CORE-001)");
}

const wire = (one: OperatorRecord) => ({
  id: one.id,
  name: one.name,
  email: one.email,
  role: one.role,
  active: one.active,
  instance_owner: one.instanceOwner,
  managed: one.managed,
  created_at: one.createdAt,
});
const line = (one: OperatorRecord): string => `${one.id}  ${one.email}  ${one.role}  ${one.name}${one.active ? "" : "  deactivated"}`;

/** CLI-001: operators, selected by email. */
export const operator = commandOf("operator", "Lists and invites operators; changes roles, gives links for a new password, deactivates.", [
  list,
  invite,
  setRole,
  reset,
  suspend,
  resume,
]);

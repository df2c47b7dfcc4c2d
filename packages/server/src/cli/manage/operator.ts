import type { AuditAction } from "@parlour/protocol/api";
import type { Role } from "../../core/entity.ts";
import type { OperatorRecord } from "../../core/record/operator.ts";
import { StartError } from "../../embedded/start-error.ts";
import { readerForTransaction } from "../../store/queries/transaction-reader.ts";
import { locateOperator, type AccountLocation } from "../../store/queries/locate.ts";
import { findOperator, listOperators } from "../../store/queries/operator.ts";
import { createOperator, endSessions, lockOperator, countOtherOwners, updateOperator } from "../../store/settings/operator.ts";
import type { Sql } from "../../store/sql.ts";
import { parseEmail, requireText, parseChoice } from "./input.ts";
import { resolveAccount, issuePasswordLink, assertNotManaged, type Installation } from "./installation.ts";
import { createCommand, type CommandOutput, type Subcommand } from "./subcommands.ts";

const roles = ["owner", "admin", "developer", "operator", "viewer"] as const satisfies readonly Role[];

const list: Subcommand = {
  name: "list",
  args: [],
  options: { account: { type: "string" } },
  help: "operators of the account, deactivated ones too",
  run:
    (_args, { account: accountName }) =>
    (installation) =>
      installation.read(async (tx) => {
        const account = await resolveAccount(tx, accountName ?? null);
        const operators = await listOperators(readerForTransaction(tx), account.id);
        return { json: { account: account.id, operators: operators.map(serializeOperator) }, lines: operators.map(formatLine) };
      }),
};
const invite: Subcommand = {
  name: "invite",
  args: ["EMAIL"],
  options: { name: { type: "string" }, role: { type: "string" }, account: { type: "string" } },
  help: "a new operator (--role operator without another); prints the link by which he sets a password, once, within 7 days",
  run: ([argument = ""], options) => {
    const email = parseEmail(argument);
    const role = parseChoice(options["role"] ?? "operator", roles, "--role");
    const name = requireText(options["name"] ?? email.slice(0, email.indexOf("@")), "--name");
    return async (installation) => {
      const account = await installation.read((tx) => resolveAccount(tx, options["account"] ?? null));
      return installation.change(account.id, "operator.create", async (tx, now) => {
        const row = { name, email, phone: null, photo: null, role, chatLimit: 0, passwordHash: null, managed: false, now };
        const id = await createOperator(tx, account.id, row);
        if (id === null)
          throw new StartError(`an operator with the e-mail ${email} exists already; parlour operator reset gives a new link`);
        const link = await issuePasswordLink(tx, installation.publicUrl, "invite", { account: account.id, id }, now);
        const result: CommandOutput = {
          json: {
            ...serializeOperator(await readOperator(tx, { account: account.id, id })),
            invite_url: link.url,
            invite_expires_at: link.expires_at,
          },
          lines: [`operator ${id} ${email} (${role}) made`, `sets a password at ${link.url} (7 days, once)`],
        };
        return { result, changed: [{ kind: "operator", id }], target: `operator ${id} ${role}` };
      });
    };
  },
};
const setRole: Subcommand = {
  name: "role",
  args: ["EMAIL", "ROLE"],
  help: `another role (${roles.join(", ")}); signs him out`,
  run: ([email = "", argument = ""]) => {
    const role = parseChoice(argument, roles, "ROLE");
    return (installation) =>
      changeOperator(
        installation,
        email,
        "operator.change",
        "role",
        (row) => row.role === role,
        async (tx, location, before) => {
          if (before.active && before.role === "owner") await assertOwnerRemains(tx, location);
          await updateOperator(tx, location.account, location.id, { role });
          await endSessions(tx, location.account, location.id);
          return `is ${role} now, and signed out`;
        },
      );
  },
};
const suspend: Subcommand = {
  name: "suspend",
  args: ["EMAIL"],
  help: "deactivates him: signs him out, returns his chats to waiting, keeps history (CORE-003)",
  run:
    ([email = ""]) =>
    (installation) =>
      changeOperator(
        installation,
        email,
        "operator.deactivate",
        null,
        (row) => !row.active,
        async (tx, location, before) => {
          if (before.active && before.role === "owner") await assertOwnerRemains(tx, location);
          await updateOperator(tx, location.account, location.id, { active: false });
          await endSessions(tx, location.account, location.id);
          return "is deactivated, and signed out";
        },
      ),
};
const resume: Subcommand = {
  name: "resume",
  args: ["EMAIL"],
  help: "brings a deactivated operator back",
  run:
    ([email = ""]) =>
    (installation) =>
      changeOperator(
        installation,
        email,
        "operator.change",
        "active",
        (row) => row.active,
        async (tx, location) => {
          await updateOperator(tx, location.account, location.id, { active: true });
          return "is active again";
        },
      ),
};
const reset: Subcommand = {
  name: "reset",
  args: ["EMAIL"],
  help: "prints a link by which he sets a new password, once, within 30 minutes",
  run:
    ([email = ""]) =>
    async (installation) => {
      const location = await installation.read((tx) => requireOperator(tx, email));
      return installation.change(location.account, "operator.reset", async (tx, now) => {
        const row = await readOperator(tx, location);
        if (!row.active) throw new StartError(`${row.email} is deactivated; bring him back with parlour operator resume ${row.email}`);
        const link = await issuePasswordLink(tx, installation.publicUrl, "reset", location, now);
        const result: CommandOutput = {
          json: { id: location.id, email: row.email, reset_url: link.url, expires_at: link.expires_at },
          lines: [`${row.email} sets a new password at ${link.url} (30 minutes, once)`],
        };
        return { result, changed: [], target: `operator ${location.id}` };
      });
    },
};

/**
 * Changes a locked row unless the file manages it or nothing would change. `run` returns a
 * description of the result.
 */
async function changeOperator(
  installation: Installation,
  email: string,
  action: AuditAction,
  field: string | null,
  isUnchanged: (row: OperatorRecord) => boolean,
  run: (tx: Sql, location: AccountLocation, before: { readonly role: Role; readonly active: boolean }) => Promise<string>,
): Promise<CommandOutput> {
  const { of: location, present: current } = await installation.read(async (tx) => {
    const location = await requireOperator(tx, email);
    return { of: location, present: await readOperator(tx, location) };
  });
  if (isUnchanged(current)) return { json: serializeOperator(current), lines: [`operator ${location.id} ${current.email} is so already`] };
  return installation.change(location.account, action, async (tx) => {
    const before = await lockOperator(tx, location.account, location.id);
    if (before === null) throw new StartError(`there is no operator ${email}`);
    assertNotManaged(before, `operator ${email}`);
    const outcome = await run(tx, location, before);
    const row = await readOperator(tx, location);
    return {
      result: { json: serializeOperator(row), lines: [`operator ${location.id} ${row.email} ${outcome}`] },
      changed: [{ kind: "operator", id: location.id }],
      target: `operator ${location.id}${field === null ? "" : `: ${field}`}`,
    };
  });
}

async function requireOperator(tx: Sql, email: string): Promise<AccountLocation> {
  const location = await locateOperator(tx, email);
  if (location === null) throw new StartError(`there is no operator ${email}; parlour operator list shows all`);
  return location;
}
async function readOperator(tx: Sql, location: AccountLocation): Promise<OperatorRecord> {
  const row = await findOperator(readerForTransaction(tx), location.account, location.id);
  if (row === null) throw new StartError(`operator ${location.id} was removed meanwhile`);
  return row;
}
async function assertOwnerRemains(tx: Sql, location: AccountLocation): Promise<void> {
  if ((await countOtherOwners(tx, location.account, location.id)) === 0)
    throw new StartError("this is the last owner of the account; make another operator an owner first (CORE-001)");
}

const serializeOperator = (record: OperatorRecord) => ({
  id: record.id,
  name: record.name,
  email: record.email,
  role: record.role,
  active: record.active,
  instance_owner: record.instanceOwner,
  managed: record.managed,
  created_at: record.createdAt,
});
const formatLine = (record: OperatorRecord): string =>
  `${record.id}  ${record.email}  ${record.role}  ${record.name}${record.active ? "" : "  deactivated"}`;

/** CFG-104: operators, selected by email. */
export const operator = createCommand(
  "operator",
  "Lists and invites operators; changes roles, gives links for a new password, deactivates.",
  [list, invite, setRole, reset, suspend, resume],
);

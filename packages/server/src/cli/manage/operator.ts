import type { AuditAction } from "@parlour/protocol/api";
import type { Role } from "../../core/entity.ts";
import {
  type OperatorRecord,
  findOperator,
  listOperators,
} from "../../store/settings/account/operator.ts";
import { StartError } from "../../embedded/start-error.ts";
import { createTransactionReader } from "../../store/database/transaction-reader.ts";
import { locateOperator, type AccountLocation } from "../../store/database/locate.ts";
import {
  createOperator,
  endSessions,
  lockOperator,
  countOtherOwners,
  updateOperator,
} from "../../store/settings/account/operator-changes.ts";
import type { Sql } from "../../store/database/sql.ts";
import { parseEmail, requireText, parseChoice } from "./input.ts";
import {
  resolveAccount,
  issuePasswordLink,
  rejectManagedByFile,
  type Installation,
} from "./installation.ts";
import { createCommand, type CommandOutput, type Subcommand } from "./subcommands.ts";

const roles = [
  "owner",
  "admin",
  "developer",
  "operator",
  "viewer",
] as const satisfies readonly Role[];

const list: Subcommand = {
  name: "list",
  args: [],
  options: { account: { type: "string" } },
  help: "list the account's operators, including deactivated ones",
  run: (_args, options) => (installation) =>
    installation.read(async (tx) => {
      const account = await resolveAccount(tx, options["account"] ?? null);
      const operators = await listOperators(createTransactionReader(tx), account.id);
      return {
        json: { account: account.id, operators: operators.map(serializeOperator) },
        lines: operators.map(formatLine),
      };
    }),
};
const invite: Subcommand = {
  name: "invite",
  args: ["EMAIL"],
  options: { name: { type: "string" }, role: { type: "string" }, account: { type: "string" } },
  help: "invite an operator (default role: operator) and print an invitation link (works once, within 7 days)",
  run: ([argument = ""], options) => {
    const email = parseEmail(argument);
    const role = parseChoice(options["role"] ?? "operator", roles, "--role");
    const name = requireText(options["name"] ?? email.slice(0, email.indexOf("@")), "--name");
    return async (installation) => {
      const account = await installation.read((tx) =>
        resolveAccount(tx, options["account"] ?? null),
      );
      return installation.change(account.id, "operator.create", async (tx, now) => {
        const row = {
          name,
          email,
          role,
          chatLimit: 0,
          passwordHash: null,
          managed: false,
          now,
        };
        const id = await createOperator(tx, account.id, row);
        if (id === null)
          throw new StartError(
            `an operator with the email ${email} already exists; run parlour operator reset to get a new link`,
          );
        const link = await issuePasswordLink(tx, { account: account.id, id }, "invite", {
          publicUrl: installation.publicUrl,
          now,
        });
        const result: CommandOutput = {
          json: {
            ...serializeOperator(await readOperator(tx, { account: account.id, id })),
            invite_url: link.url,
            invite_expires_at: link.expires_at,
          },
          lines: [
            `operator ${id} ${email} (${role}) created`,
            `invitation link: ${link.url} (valid for 7 days, works once)`,
          ],
        };
        return { result, changed: [{ kind: "operator", id }], target: `operator ${id} ${role}` };
      });
    };
  },
};
const setRole: Subcommand = {
  name: "role",
  args: ["EMAIL", "ROLE"],
  help: `change the role (${roles.join(", ")}); signs the operator out`,
  run: ([email = "", argument = ""]) => {
    const role = parseChoice(argument, roles, "ROLE");
    return (installation) =>
      changeOperator(
        installation,
        email,
        { action: "operator.change", field: "role", isUnchanged: (row) => row.role === role },
        async (tx, location, before) => {
          if (before.active && before.role === "owner") await assertOwnerRemains(tx, location);
          await updateOperator(tx, location.account, location.id, { role, customRoleId: null });
          await endSessions(tx, location.account, location.id);
          return `now has the role ${role} and was signed out`;
        },
      );
  },
};
const suspend: Subcommand = {
  name: "suspend",
  args: ["EMAIL"],
  help: "deactivate an operator: sign them out, return their chats to the queue, keep their history (CORE-003)",
  run:
    ([email = ""]) =>
    (installation) =>
      changeOperator(
        installation,
        email,
        { action: "operator.deactivate", field: null, isUnchanged: (row) => !row.active },
        async (tx, location, before) => {
          if (before.active && before.role === "owner") await assertOwnerRemains(tx, location);
          await updateOperator(tx, location.account, location.id, { active: false });
          await endSessions(tx, location.account, location.id);
          return "was deactivated and signed out";
        },
      ),
};
const resume: Subcommand = {
  name: "resume",
  args: ["EMAIL"],
  help: "reactivate an operator",
  run:
    ([email = ""]) =>
    (installation) =>
      changeOperator(
        installation,
        email,
        { action: "operator.change", field: "active", isUnchanged: (row) => row.active },
        async (tx, location) => {
          await updateOperator(tx, location.account, location.id, { active: true });
          return "is active again";
        },
      ),
};
const reset: Subcommand = {
  name: "reset",
  args: ["EMAIL"],
  help: "print a password reset link (works once, within 30 minutes)",
  run:
    ([email = ""]) =>
    async (installation) => {
      const location = await installation.read((tx) => requireOperator(tx, email));
      return installation.change(location.account, "operator.reset", async (tx, now) => {
        const row = await readOperator(tx, location);
        if (!row.active)
          throw new StartError(
            `${row.email} is deactivated; reactivate them with parlour operator resume ${row.email}`,
          );
        const link = await issuePasswordLink(tx, location, "reset", {
          publicUrl: installation.publicUrl,
          now,
        });
        const result: CommandOutput = {
          json: {
            id: location.id,
            email: row.email,
            reset_url: link.url,
            expires_at: link.expires_at,
          },
          lines: [`reset link for ${row.email}: ${link.url} (valid for 30 minutes, works once)`],
        };
        return { result, changed: [], target: `operator ${location.id}` };
      });
    },
};

interface OperatorChange {
  readonly action: AuditAction;
  /** Name of the changed field in the audit log. */
  readonly field: string | null;
  readonly isUnchanged: (row: OperatorRecord) => boolean;
}
/**
 * Changes a locked row. Does nothing if the provisioning file manages the operator or the value is
 * the same. `run` returns a description of the result.
 */
async function changeOperator(
  installation: Installation,
  email: string,
  { action, field, isUnchanged }: OperatorChange,
  run: (
    tx: Sql,
    location: AccountLocation,
    before: { readonly role: Role; readonly active: boolean },
  ) => Promise<string>,
): Promise<CommandOutput> {
  const { location, current } = await installation.read(async (tx) => {
    const location = await requireOperator(tx, email);
    return { location, current: await readOperator(tx, location) };
  });
  if (isUnchanged(current))
    return {
      json: serializeOperator(current),
      lines: [`operator ${location.id} ${current.email}: no change needed`],
    };
  return installation.change(location.account, action, async (tx) => {
    const before = await lockOperator(tx, location.account, location.id);
    if (before === null) throw new StartError(`operator not found: ${email}`);
    rejectManagedByFile(before, `operator ${email}`);
    const outcome = await run(tx, location, before);
    const row = await readOperator(tx, location);
    return {
      result: {
        json: serializeOperator(row),
        lines: [`operator ${location.id} ${row.email} ${outcome}`],
      },
      changed: [{ kind: "operator", id: location.id }],
      target: `operator ${location.id}${field === null ? "" : `: ${field}`}`,
    };
  });
}

async function requireOperator(tx: Sql, email: string): Promise<AccountLocation> {
  const location = await locateOperator(tx, email);
  if (location === null)
    throw new StartError(
      `operator not found: ${email}; run parlour operator list to see all operators`,
    );
  return location;
}
async function readOperator(tx: Sql, location: AccountLocation): Promise<OperatorRecord> {
  const row = await findOperator(createTransactionReader(tx), location.account, location.id);
  if (row === null)
    throw new StartError(`operator ${location.id} has been removed in the meantime`);
  return row;
}
async function assertOwnerRemains(tx: Sql, location: AccountLocation): Promise<void> {
  if ((await countOtherOwners(tx, location.account, location.id)) === 0)
    throw new StartError(
      "this is the account's last owner; make someone else an owner first (CORE-001)",
    );
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

/** `parlour operator`: manages operators, who are selected by email address (CFG-104). */
export const operatorCommand = createCommand(
  "operator",
  "Lists, invites and deactivates operators, changes roles, and creates reset links.",
  [list, invite, setRole, reset, suspend, resume],
);

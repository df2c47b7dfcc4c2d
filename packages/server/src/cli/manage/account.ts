import {
  type AccountOverview,
  changeAccountRights,
  createAccountIfEmailFree,
  updateAccount,
} from "../../store/settings/account/account.ts";
import { parseEmail, requireText } from "./input.ts";
import { UsageError } from "../command.ts";
import { StartError } from "../../embedded/start-error.ts";
import { clearSetupToken } from "../../store/sign-in/setup.ts";
import { listAccounts } from "../../store/settings/account/account-list.ts";
import {
  resolveAccount,
  issuePasswordLink,
  rejectManagedByFile,
  type Installation,
} from "./installation.ts";
import { createCommand, type CommandOutput, type Subcommand } from "./subcommands.ts";

const list: Subcommand = {
  name: "list",
  args: [],
  help: "list all accounts and their owners",
  run: () => async (installation) => {
    const accounts = await installation.read(listAccounts);
    return {
      json: { accounts: accounts.map(serializeAccount) },
      lines:
        accounts.length === 0
          ? ["no accounts yet"]
          : accounts.map(
              (overview) =>
                `${formatLine(overview)}  owners: ${overview.owners.map((o) => o.email).join(", ")}`,
            ),
    };
  },
};
const create: Subcommand = {
  name: "create",
  args: ["NAME"],
  createsInstallation: true,
  options: { owner: { type: "string" }, "owner-name": { type: "string" } },
  help: "create an account and print an invitation link for its owner (--owner EMAIL; works once, within 7 days)",
  run: ([nameArg = ""], { owner, "owner-name": ownerName }) => {
    if (owner === undefined) throw new UsageError("--owner EMAIL is missing");
    const name = requireText(nameArg, "NAME");
    const email = parseEmail(owner);
    const ownerText = requireText(ownerName ?? email.slice(0, email.indexOf("@")), "--owner-name");
    return (installation) =>
      installation.change(null, "account.create", async (tx, now) => {
        const isFirst = (await listAccounts(tx)).length === 0;
        const row = { name: ownerText, email, passwordHash: null, instanceOwner: isFirst };
        const created = await createAccountIfEmailFree(tx, { name, owner: row });
        if (created === null)
          throw new StartError(
            `an operator with the email ${email} already exists; use another one`,
          );
        // Prevents a second set-up of this installation (API-007).
        if (isFirst) await clearSetupToken(tx);
        const id = created.accountId;
        const link = await issuePasswordLink(
          tx,
          { account: id, id: created.operatorId },
          "invite",
          {
            publicUrl: installation.publicUrl,
            now,
          },
        );
        const result: CommandOutput = {
          json: {
            id,
            name,
            owner: { id: created.operatorId, email },
            invite_url: link.url,
            invite_expires_at: link.expires_at,
          },
          lines: [
            `account ${id} ${name} created`,
            `invitation link for ${email}: ${link.url} (valid for 7 days, works once)`,
          ],
        };
        return { result, changed: [{ kind: "account", id }], target: `account ${id} ${name}` };
      });
  },
};
const rename: Subcommand = {
  name: "rename",
  args: ["ACCOUNT", "NAME"],
  help: "rename an account, given by name or number",
  run: ([accountName = "", nameArg = ""]) => {
    const name = requireText(nameArg, "NAME");
    return async (installation) => {
      const account = await installation.read((tx) => resolveAccount(tx, accountName));
      rejectManagedByFile(account, `account ${account.name}`);
      return installation.change(account.id, "account.change", async (tx) => {
        await updateAccount(tx, account.id, { name });
        const result = {
          json: { ...serializeAccount(account), name },
          lines: [`account ${account.id} ${account.name} renamed to ${name}`],
        };
        return {
          result,
          changed: [{ kind: "account", id: account.id }],
          target: `account ${account.id}: name`,
        };
      });
    };
  },
};

const createSuspendSubcommand = (name: "suspend" | "resume", help: string): Subcommand => ({
  name,
  args: ["ACCOUNT"],
  help,
  run:
    ([accountName = ""]) =>
    (installation) =>
      setSuspended(installation, accountName, name),
});
async function setSuspended(
  installation: Installation,
  accountName: string,
  action: "suspend" | "resume",
): Promise<CommandOutput> {
  const account = await installation.read((tx) => resolveAccount(tx, accountName));
  const suspended = action === "suspend";
  const json = { ...serializeAccount(account), suspended };
  const state = suspended ? "suspended" : "not suspended";
  if (account.suspended === suspended)
    return { json, lines: [`account ${account.id} ${account.name} is already ${state}`] };
  return installation.change(account.id, `account.${action}`, async (tx) => {
    await changeAccountRights(tx, account.id, { suspended });
    const result = { json, lines: [`account ${account.id} ${account.name} is now ${state}`] };
    return {
      result,
      changed: [{ kind: "account", id: account.id }],
      target: `account ${account.id}`,
    };
  });
}

const serializeAccount = (overview: AccountOverview) => ({
  id: overview.id,
  name: overview.name,
  suspended: overview.suspended,
  managed: overview.managed,
  created_at: overview.createdAt,
  owners: overview.owners,
});
const formatLine = (overview: AccountOverview): string =>
  `${overview.id}  ${overview.name}${overview.suspended ? "  suspended" : ""}`;

/** `parlour account`: manages the accounts of the installation (CFG-104). */
export const accountCommand = createCommand(
  "account",
  "Lists, creates, renames and suspends accounts.",
  [
    list,
    create,
    rename,
    createSuspendSubcommand("suspend", "make an account read-only (CORE-005)"),
    createSuspendSubcommand("resume", "make a suspended account active again"),
  ],
);

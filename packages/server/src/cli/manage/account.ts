import type { AccountOverview } from "../../core/record/account.ts";
import { emailOf, filled } from "./input.ts";
import { Usage } from "../command.ts";
import { StartFault } from "../../embedded/fault.ts";
import { disarmSetup } from "../../store/set-up.ts";
import { listAccounts } from "../../store/queries/account-list.ts";
import { suspendAccount, tryCreateAccount } from "../../store/settings/account.ts";
import { updateAccount } from "../../store/settings/account-settings.ts";
import { accountOf, passwordLink, refuseManaged, type Installation } from "./installation.ts";
import { commandOf, type Said, type Verb } from "./verbs.ts";

const list: Verb = {
  name: "list",
  args: [],
  help: "every account with its owners",
  run: () => async (to) => {
    const all = await to.read(listAccounts);
    return {
      json: { accounts: all.map(wire) },
      lines: all.length === 0 ? ["no account yet"] : all.map((one) => `${line(one)}  owners: ${one.owners.map((o) => o.email).join(", ")}`),
    };
  },
};
const create: Verb = {
  name: "create",
  args: ["NAME"],
  options: { owner: { type: "string" }, "owner-name": { type: "string" } },
  help: "a new account; prints the link by which its owner (--owner EMAIL) sets a password, once, within 7 days",
  run: ([given = ""], { owner, "owner-name": ownerName }) => {
    if (owner === undefined) throw new Usage("--owner EMAIL is missing");
    const name = filled(given, "NAME");
    const email = emailOf(owner);
    const called = filled(ownerName ?? email.slice(0, email.indexOf("@")), "--owner-name");
    return (to) =>
      to.change(null, "account.create", async (tx, now) => {
        const isFirst = (await listAccounts(tx)).length === 0;
        const row = { name: called, email, passwordHash: null, instanceOwner: isFirst };
        const made = await tryCreateAccount(tx, { name, owner: row });
        if (made === null) throw new StartFault(`an operator with the e-mail ${email} exists already; take another one`);
        // Prevents a second set-up of this installation (API-007).
        if (isFirst) await disarmSetup(tx);
        const { accountId: id, operatorId } = made;
        const link = await passwordLink(tx, to.publicUrl, "invite", { account: id, id: operatorId }, now);
        const result: Said = {
          json: { id, name, owner: { id: operatorId, email }, invite_url: link.url, invite_expires_at: link.expires_at },
          lines: [`account ${id} ${name} made`, `${email} sets a password at ${link.url} (7 days, once)`],
        };
        return { result, changed: [{ kind: "account", id }], target: `account ${id} ${name}` };
      });
  },
};
const rename: Verb = {
  name: "rename",
  args: ["ACCOUNT", "NAME"],
  help: "another name for the account of this name or number",
  run: ([named = "", given = ""]) => {
    const name = filled(given, "NAME");
    return async (to) => {
      const account = await to.read((tx) => accountOf(tx, named));
      refuseManaged(account, `account ${account.name}`);
      return to.change(account.id, "account.change", async (tx) => {
        await updateAccount(tx, account.id, { name });
        const result = { json: { ...wire(account), name }, lines: [`account ${account.id} ${account.name} is called ${name} now`] };
        return { result, changed: [{ kind: "account", id: account.id }], target: `account ${account.id}: name` };
      });
    };
  },
};

const suspend = (name: "suspend" | "resume", help: string): Verb => ({
  name,
  args: ["ACCOUNT"],
  help,
  run:
    ([named = ""]) =>
    (to) =>
      setSuspended(to, named, name),
});
async function setSuspended(to: Installation, named: string, verb: "suspend" | "resume"): Promise<Said> {
  const account = await to.read((tx) => accountOf(tx, named));
  const suspended = verb === "suspend";
  const json = { ...wire(account), suspended };
  const state = suspended ? "suspended" : "not suspended";
  if (account.suspended === suspended) return { json, lines: [`account ${account.id} ${account.name} is ${state} already`] };
  return to.change(account.id, `account.${verb}`, async (tx) => {
    await suspendAccount(tx, account.id, suspended);
    const result = { json, lines: [`account ${account.id} ${account.name} is ${state} now`] };
    return { result, changed: [{ kind: "account", id: account.id }], target: `account ${account.id}` };
  });
}

const wire = (one: AccountOverview) => ({
  id: one.id,
  name: one.name,
  suspended: one.suspended,
  managed: one.managed,
  created_at: one.createdAt,
  owners: one.owners,
});
const line = (one: AccountOverview): string => `${one.id}  ${one.name}${one.suspended ? "  suspended" : ""}`;

/** CLI-001: accounts of the installation. */
export const account = commandOf("account", "Lists, makes, renames and suspends accounts.", [
  list,
  create,
  rename,
  suspend("suspend", "the account is read, not changed (CORE-005)"),
  suspend("resume", "ends that"),
]);

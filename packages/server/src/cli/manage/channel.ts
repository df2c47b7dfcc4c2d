import type { ChannelRecord } from "../../core/record/channel.ts";
import { generateRandomString, generateSigningSecret } from "../../auth/secrets.ts";
import { StartFault } from "../../embedded/fault.ts";
import { findChannel, listChannels } from "../../store/queries/channel.ts";
import { inside } from "../../store/queries/inside.ts";
import { locateChannel, type Located } from "../../store/queries/locate.ts";
import { rotateChannelAddress, rotateChannelSecret, updateChannel } from "../../store/settings/channel.ts";
import type { Sql } from "../../store/sql.ts";
import { oneOf } from "./input.ts";
import { accountOf, refuseManaged, type Installation } from "./installation.ts";
import { commandOf, type Said, type Verb } from "./verbs.ts";

const list: Verb = {
  name: "list",
  args: [],
  options: { account: { type: "string" } },
  help: "channels of the account with their public ids",
  run:
    (_args, { account: named }) =>
    (to) =>
      to.read(async (tx) => {
        const account = await accountOf(tx, named ?? null);
        const all = await listChannels(inside(tx), account.id);
        return { json: { account: account.id, channels: all.map(wire) }, lines: all.map(line) };
      }),
};
const rotate: Verb = {
  name: "rotate",
  args: ["PUBLIC_ID", "address|secret"],
  help: "a new inbound address or signing secret, printed once; the old one works 24 h more (CH-004)",
  run: ([publicId = "", given = ""]) => {
    const what = oneOf(given, ["address", "secret"] as const, "what to rotate");
    return async (to) => {
      const { of, row } = await to.read((tx) => found(tx, publicId));
      refuseManaged(row, `channel ${publicId}`);
      if (row.kind === "widget") throw new StartFault(`channel ${publicId} is a site widget: it has neither address nor signing secret`);
      return to.change(of.account, `channel.rotate_${what}`, async (tx, now) => {
        const fresh = what === "secret" ? generateSigningSecret() : generateRandomString();
        const put = what === "secret" ? rotateChannelSecret : rotateChannelAddress;
        await put(tx, of.account, of.id, fresh, (text) => to.secrets.seal(text), now);
        const shown = what === "secret" ? fresh : `${to.webhookBaseUrl}/${fresh}/${row.publicId}`;
        const result: Said = {
          json: { ...wire(row), ...(what === "secret" ? { signing_secret: fresh } : { inbound_url: shown }) },
          lines: [`${what === "secret" ? "signing secret" : "inbound address"} ${shown} (shown once; the old one works 24 h more)`],
        };
        return { result, changed: [{ kind: "channel", id: of.id }], target: `channel ${of.id}` };
      });
    };
  },
};

const enable = (name: "enable" | "disable", help: string): Verb => ({
  name,
  args: ["PUBLIC_ID"],
  help,
  run:
    ([publicId = ""]) =>
    (to) =>
      setEnabled(to, publicId, name === "enable"),
});
async function setEnabled(to: Installation, publicId: string, enabled: boolean): Promise<Said> {
  const { of, row } = await to.read((tx) => found(tx, publicId));
  const said = (outcome: string): Said => ({
    json: { ...wire(row), enabled },
    lines: [`channel ${row.publicId} ${row.name} is ${outcome}`],
  });
  const state = enabled ? "enabled" : "disabled";
  if (row.enabled === enabled) return said(`${state} already`);
  refuseManaged(row, `channel ${publicId}`);
  return to.change(of.account, "channel.change", async (tx) => {
    await updateChannel(tx, of.account, of.id, { enabled });
    return { result: said(`${state} now`), changed: [{ kind: "channel", id: of.id }], target: `channel ${of.id}: enabled` };
  });
}

async function found(tx: Sql, publicId: string): Promise<{ of: Located; row: ChannelRecord }> {
  const of = await locateChannel(tx, publicId);
  const row = of === null ? null : await findChannel(inside(tx), of.account, of.id);
  if (of === null || row === null) throw new StartFault(`there is no channel ${publicId}; parlour channel list shows all`);
  return { of, row };
}

const wire = (one: ChannelRecord) => ({
  id: one.id,
  kind: one.kind,
  name: one.name,
  public_id: one.publicId,
  enabled: one.enabled,
  endpoint_url: one.kind === "api" ? one.endpointUrl : null,
  managed: one.managed,
  created_at: one.createdAt,
});
const line = (one: ChannelRecord): string => `${one.publicId}  ${one.kind}  ${one.enabled ? "enabled" : "disabled"}  ${one.name}`;

/** CLI-001: channels, selected by their public id. */
export const channel = commandOf("channel", "Lists channels, switches them on and off, makes new addresses and signing secrets.", [
  list,
  rotate,
  enable("enable", "messages come and go again"),
  enable("disable", "nothing is taken or sent"),
]);

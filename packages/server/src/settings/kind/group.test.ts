import { listKind } from "@parlour/protocol/settings/kind";
import { listDefaults, mergeGroups } from "@parlour/protocol/settings/paths";
import { expect, test } from "vitest";
import type { FileHelpers } from "../resource.ts";
import { listReferences, readEntries, toCompared, toEntry, toGiven } from "./file-entry.ts";
import { parseBody } from "./values.ts";
import { writeEntry } from "./write-entry.ts";

const shop = listKind({
  kind: "shop",
  path: "shops",
  label: "shop",
  table: "shop",
  part: "shops",
  key: "name",
  fields: {
    name: { type: "text", min: 1, max: 100 },
    look: {
      type: "group",
      merge: true,
      flatInFile: true,
      fields: {
        color: { type: "text", format: "color", default: "#0B6B5D", rule: "WG-090" },
        sites: { type: "texts", format: "origin", max: 5, default: [], ordered: true },
        departments: { type: "references", to: "department", max: 5, default: [], ordered: true },
        form: {
          type: "group",
          fields: {
            when: { type: "choice", values: ["off", "before"], default: "off" },
            limit: { type: "integer", min: 0, max: 9, default: 1 },
          },
        },
      },
    },
    receive: { type: "choice", values: ["poll", "push"], default: "push" },
    poll: {
      type: "group",
      shownIf: { field: "receive", is: "poll" },
      fields: { host: { type: "text", min: 1, max: 253 } },
    },
  },
});
const { fields } = shop;
const names = { Care: 7, Sales: 3 } as const;
const rowNames = {
  operator: () => undefined,
  channel: () => undefined,
  department: (id: number) => Object.entries(names).find(([, known]) => known === id)?.[0],
  tag: () => undefined,
  canned_reply: () => undefined,
  role: () => undefined,
  bot: () => undefined,
  webhook: () => undefined,
  macro: () => undefined,
  segment: () => undefined,
  view: () => undefined,
  article_section: () => undefined,
};
const rowIds = {
  operator: () => 0,
  channel: () => 0,
  department: (name: string) => names[name as keyof typeof names],
  tag: () => 0,
  canned_reply: () => 0,
  role: () => 0,
  bot: () => 0,
  webhook: () => 0,
  macro: () => 0,
  segment: () => 0,
  view: () => 0,
  article_section: () => 0,
};
const read = (entry: object) => {
  const errors: string[] = [];
  const helpers: FileHelpers = {
    reportError: (path, message, rule = "") =>
      void errors.push(`${path.join(".")} ${message} ${rule}`),
    secret: () => null,
    unique: () => undefined,
    fields: [],
  };
  return { entries: readEntries(shop, [entry], helpers), errors };
};

test("[WG-090] a change of a group keeps what it does not name", () => {
  const before = listDefaults(fields);
  expect(before["poll"]).toBeNull();
  const body = parseBody(fields, {
    look: { color: " #abcdef ", sites: ["HTTPS://Shop.example/"] },
  });
  expect(mergeGroups(fields, body, before)).toEqual({
    look: {
      color: "#ABCDEF",
      sites: ["https://shop.example"],
      departments: [],
      form: { when: "off", limit: 1 },
    },
  });
});

test("[WG-090] an error names the field of the group and the wrong text of several", () => {
  const refuse = (look: object) => () => parseBody(fields, { look });
  expect(refuse({ color: "red" })).toThrow("look.color must be a colour like #0B6B5D.");
  expect(refuse({ sites: ["https://a.example", "b.example"] })).toThrow(
    "look.sites.1 must be a site",
  );
  expect(refuse({ form: { when: "off", limit: 10 } })).toThrow("look.form.limit must be");
});

test("[CFG-021] the file has the fields of a group beside the others, and rows by name", () => {
  const { entries, errors } = read({
    name: "Toys",
    departments: ["Sales", "Care"],
    color: "#ffffff",
  });
  const [entry] = entries;
  if (entry === undefined) throw new Error("no entry");
  expect(errors).toEqual([]);
  expect(listReferences({ fields }, entry.values)).toEqual([
    { kind: "department", name: "Sales", path: ["departments", 0] },
    { kind: "department", name: "Care", path: ["departments", 1] },
  ]);
  const given = toGiven(shop, entry, rowIds, () => true);
  expect(given["look"]).toMatchObject({ color: "#FFFFFF", departments: [3, 7] });
  expect(toCompared(shop, entry.values)).toMatchObject({
    color: "#FFFFFF",
    form: { when: "off" },
  });
  const row = { id: 1, managed: true, createdAt: "", secrets: {}, facts: null };
  const stored = toEntry(shop, { ...row, values: given as never }, rowNames);
  expect(stored.values).toEqual(entry.values);
  expect(writeEntry(shop, stored, () => "")).toEqual({
    name: "Toys",
    color: "#FFFFFF",
    departments: ["Sales", "Care"],
  });
});

test("[CFG-021] an error of a group names its line of the file", () => {
  const { errors } = read({
    name: "Toys",
    color: "red",
    sites: ["shop"],
    form: { when: "off", limit: 10 },
    receive: "poll",
    poll: { host: " " },
  });
  expect(errors).toEqual([
    "shops.0.form.limit must be a whole number from 0 to 9 ",
    "shops.0.color must be a colour like #0B6B5D WG-090",
    "shops.0.sites.0 must be a site like https://shop.example or https://*.shop.example ",
    "shops.0.poll.host is empty ",
  ]);
});

const robot = listKind({
  kind: "robot",
  path: "robots",
  label: "robot",
  part: "robots",
  key: "name",
  fields: {
    name: { type: "text", min: 1, max: 100 },
    login: {
      type: "group",
      nullable: true,
      fields: {
        user: { type: "text", min: 1, max: 100 },
        password: { type: "credential", min: 1, max: 100, completed: true, clearInFile: true },
        scope: { type: "text", max: 100, default: null },
      },
    },
  },
});

test("[BOT-031] a nullable group is absent, or has its defaults and its credential", () => {
  const errors: string[] = [];
  const helpers: FileHelpers = {
    reportError: (path, message) => errors.push(`${path.join(".")}: ${message}`),
    secret: (_at, _name, clear) => clear ?? null,
    unique: () => {},
    fields: [],
  };
  const login = { user: "us", password: "hidden" };
  const [none, whole, incomplete] = readEntries(
    robot,
    [{ name: "a" }, { name: "b", login }, { name: "c", login: { user: "us" } }],
    helpers,
  );
  expect(none).toMatchObject({ values: { name: "a", login: null }, secrets: {} });
  expect(whole).toMatchObject({
    values: { name: "b", login: { user: "us", scope: null } },
    secrets: { "login.password": "hidden" },
  });
  expect(incomplete?.values.login).toEqual({ user: "us", scope: null });
  expect(errors).toEqual(["robots.2.login: password or password_env is missing"]);
  expect(mergeGroups(robot.fields, { login: { user: "us" } }, {})).toEqual({
    login: { user: "us", scope: null },
  });
  expect(mergeGroups(robot.fields, { login: null }, {})).toEqual({});
});

test("[BOT-031] a nullable group is written with its credential, or not at all if nothing changed", () => {
  const values = { name: "b", login: { user: "us", scope: null } };
  const entry = { n: 0, key: "b", values, secrets: { "login.password": "hidden" } };
  const ids = {
    operator: () => 0,
    channel: () => 0,
    department: () => 0,
    tag: () => 0,
    canned_reply: () => 0,
    role: () => 0,
    bot: () => 0,
    webhook: () => 0,
    macro: () => 0,
    segment: () => 0,
    view: () => 0,
    article_section: () => 0,
  };
  const give = (changed: readonly string[]) =>
    toGiven(robot, entry, ids, (name) => changed.includes(name));
  expect(give(["name"])).toEqual({ name: "b" });
  expect(give(["login"])).toEqual(values);
  expect(give(["login.password"])).toEqual({
    name: "b",
    login: { user: "us", scope: null, password: "hidden" },
  });
  const stored = { values, credentials: ["login.password"] };
  expect(writeEntry(robot, stored, (kind, name) => `${kind}_1_${name}`)).toEqual({
    name: "b",
    login: { user: "us", password_env: "ROBOT_PASSWORD_1_b" },
  });
});

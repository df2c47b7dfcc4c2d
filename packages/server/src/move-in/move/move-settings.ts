import type {
  MoveArticle,
  MoveDepartment,
  MoveField,
  MoveOperator,
  MoveRecord,
  MoveReply,
  MoveTag,
  MoveTranslation,
} from "@parlour/protocol/move-in/record";
import { cutText, toVisibleLine } from "../../core/text.ts";
import type { SettingsKind } from "../../core/event.ts";
import type { Sql } from "../../store/database/sql.ts";
import type { StoreContext } from "../../store/settings/kind-store.ts";
import { createOperator, updateOperator } from "../../store/settings/account/operator-changes.ts";
import { departmentStore } from "../../store/settings/account/department.ts";
import { createReply } from "../../store/settings/content/canned-reply.ts";
import { fieldStore, listUsedKeys } from "../../store/settings/content/field.ts";
import { tagStore } from "../../store/settings/content/tag.ts";
import { findNamedRow, findOperatorByEmail } from "../../store/move-in/settings-row.ts";
import { toFieldKey, toValueKind } from "../fields.ts";
import type { MoveJob } from "../job.ts";
import { convertArticles, moveArticle } from "./move-articles.ts";
import type { MovedSetting, SettingTarget } from "./setting-target.ts";

export type SettingRecord =
  | MoveOperator
  | MoveDepartment
  | MoveTag
  | MoveField
  | MoveReply
  | MoveArticle
  | MoveTranslation;
export const isSettingRecord = (record: MoveRecord): record is SettingRecord =>
  Object.hasOwn(settingsKinds, record.kind);

const settingsKinds: Readonly<Record<SettingRecord["kind"], SettingsKind>> = {
  operator: "operator",
  department: "department",
  tag: "tag",
  field: "field",
  reply: "canned_reply",
  article: "article",
  translation: "article",
};

/**
 * Finds or creates what records of settings are here, in one change of the account. `save` stores
 * in the same transaction what they have become.
 */
export async function moveSettings(
  job: MoveJob,
  records: readonly SettingRecord[],
  save: (tx: Sql, moved: readonly MovedSetting[]) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  const { deps, move } = job;
  const articles = await convertArticles(
    job,
    records.filter((record) => record.kind === "article" || record.kind === "translation"),
  );
  return deps.change(move.account, async (tx) => {
    const context: StoreContext = {
      now: deps.clock.now(),
      operatorId: move.operatorId,
      seal: deps.secrets.seal,
    };
    const target: SettingTarget = {
      tx,
      account: move.account,
      context,
      move,
      articles,
      made: new Map(),
      starts: new Map(),
    };
    const moved: MovedSetting[] = [];
    for (const record of records) moved.push(await moveSetting(target, record));
    await save(tx, moved);
    const changed = records.flatMap(({ kind }, n) => {
      const { id, existed } = moved[n] ?? { id: null, existed: true };
      return id === null || existed ? [] : [{ kind: settingsKinds[kind], id }];
    });
    return { result: undefined, changed };
  });
}

function moveSetting(target: SettingTarget, record: SettingRecord): Promise<MovedSetting> {
  switch (record.kind) {
    case "operator":
      return moveOperator(target, record);
    case "department":
      return moveDepartment(target, record);
    case "tag":
      return moveTag(target, record);
    case "field":
      return moveField(target, record);
    case "reply":
      return moveReply(target, record);
    case "article":
    case "translation":
      return moveArticle(target, record, target.articles.get(record.id) ?? { code: "too_long" });
  }
}

const existing = (id: number): MovedSetting => ({ id, existed: true });
const created = (id: number | null, code: string): MovedSetting =>
  id === null ? { id, existed: false, codes: [code] } : { id, existed: false };

/** Chosen operators, those with the same email, or a former operator who cannot sign in. */
async function moveOperator(target: SettingTarget, record: MoveOperator): Promise<MovedSetting> {
  const { tx, account, move } = target;
  const chosen = move.choices?.operators[record.id];
  if (typeof chosen === "number") return existing(chosen);
  if (chosen === undefined && record.email !== undefined) {
    const found = await findOperatorByEmail(tx, account, record.email);
    if (found !== null) return existing(found);
  }
  return createFormerOperator(target, record);
}

async function createFormerOperator(
  { tx, account, context, move }: SettingTarget,
  { id, name, email }: MoveOperator,
): Promise<MovedSetting> {
  const operator = {
    name: toVisibleLine(name, 100) || "Former operator",
    role: "operator",
    chatLimit: 0,
    passwordHash: null,
    managed: false,
    now: context.now,
  } as const;
  const address = `former-${move.id}-${encodeURIComponent(id).slice(0, 60)}@imported.invalid`;
  const operatorId =
    (email === undefined ? null : await createOperator(tx, account, { ...operator, email })) ??
    (await createOperator(tx, account, { ...operator, email: address }));
  if (operatorId !== null) await updateOperator(tx, account, operatorId, { active: false });
  return created(operatorId, "operator_exists");
}

async function moveDepartment(
  { tx, account, context }: SettingTarget,
  record: MoveDepartment,
): Promise<MovedSetting> {
  const name = toVisibleLine(record.name, 100);
  if (name === "") return created(null, "no_name");
  const found = await findNamedRow(tx, account, "department", { name });
  if (found !== null) return existing(found);
  const given = {
    name,
    operators: [],
    match_language: false,
    skills: [],
    working_hours: null,
    managed: false,
  };
  return created(await departmentStore.create(tx, account, given, context), "name_taken");
}

async function moveTag(
  { tx, account, context }: SettingTarget,
  record: MoveTag,
): Promise<MovedSetting> {
  const name = toTagName(record.name);
  if (name === "") return created(null, "no_name");
  const found = await findNamedRow(tx, account, "tag", { name });
  if (found !== null) return existing(found);
  return created(
    await tagStore.create(tx, account, { name, managed: false }, context),
    "name_taken",
  );
}
export const toTagName = (name: string): string => toVisibleLine(name, 50);

async function moveField(
  { tx, account, context }: SettingTarget,
  record: MoveField,
): Promise<MovedSetting> {
  const kind = toValueKind(record);
  if (kind === null) return created(null, "no_place");
  const { of: object } = record;
  const key = toFieldKey(object, record.key);
  const used = (await listUsedKeys(tx, account)).find(
    (field) => field.object === object && field.key === key,
  );
  if (used !== undefined) {
    const found = used.isRemoved
      ? null
      : await findNamedRow(tx, account, "field", { name: key, of: object });
    return found === null ? created(null, "field_removed") : existing(found);
  }
  const given = {
    object,
    key,
    kind,
    name: toVisibleLine(record.name, 100) || key,
    names: {},
    help: "",
    helps: {},
    options:
      kind === "one_of" ? [...new Set(record.options?.map((option) => option.slice(0, 100)))] : [],
    option_names: {},
    edit_roles: ["admin", "operator"],
    sources: ["page", "channel", "webhook", "api", "operator", "rule", "form", "import"],
    required: "never",
    managed: false,
  } as const;
  return created(await fieldStore.create(tx, account, given as never, context), "name_taken");
}

async function moveReply(
  { tx, account, context }: SettingTarget,
  record: MoveReply,
): Promise<MovedSetting> {
  const shortcut = toVisibleLine(record.shortcut, 50).replaceAll(/\s+/g, "-").replace(/^\/+/, "");
  const { text } = cutText(record.text, 4_000);
  if (shortcut === "" || text.trim() === "") return created(null, "empty_reply");
  const found = await findNamedRow(tx, account, "canned_reply", { name: shortcut, of: "account" });
  if (found !== null) return existing(found);
  const values = {
    scope: "account",
    department_id: null,
    folder: "",
    shortcut,
    language: "",
    text,
    for_agents: false,
    managed: false,
  } as const;
  return created(
    await createReply(tx, account, values, { now: context.now, operatorId: null }),
    "name_taken",
  );
}

import { defineTexts, findText, textById } from "../../../text/index.ts";
import { kindScreens } from "./kind-screens.ts";
import { singleScreens } from "./single-screens.ts";
import { en, ru, type LabelKey } from "./label-text.ts";

const withPrefix = (texts: Record<LabelKey, string>) =>
  Object.fromEntries(
    Object.entries(texts).map(([name, label]) => [`audit.of.${name}`, label]),
  ) as Record<`audit.of.${LabelKey}`, string>;
const t = defineTexts({ en: withPrefix(en), ru: withPrefix(ru) });
const getLabel = (name: string): string | null =>
  Object.hasOwn(en, name) ? t(`audit.of.${name as LabelKey}`) : null;

/** Returns the text of a table, or null. */
export const objectLabel = (object: string): string | null => getLabel(object);

/**
 * Returns the text of a column, or of a path in it. Path segments without a text are appended
 * unchanged. Null if no segment has a text. The fields of a kind that is declared as data have the
 * labels of its form.
 */
export function fieldLabel(object: string, path: string): string | null {
  const screens = kindScreens.filter(({ kind }) => kind.table === object);
  const ofForm = screens.map(({ prefix }) => findText(`${prefix}.${path}`)).find(Boolean);
  if (ofForm) return ofForm;
  const ofSingle = findSingleLabel(path);
  if (ofSingle !== null) return ofSingle;
  const parts = path.split(".");
  for (let n = parts.length; n > 0; n--) {
    const label = getLabel(`.${parts.slice(0, n).join(".")}`);
    if (label !== null) return n === parts.length ? label : `${label}: ${parts.slice(n).join(".")}`;
  }
  return null;
}

/**
 * Returns the text of a value in `account.settings` or of the installation, or null: `Routing:
 * offer new chats to`.
 */
function findSingleLabel(path: string): string | null {
  const [column, ...others] = path.split(".");
  const isOfAccount = column === "settings";
  const [part, stored, ...rest] = isOfAccount ? others : [column, ...others];
  const screen = singleScreens.find(
    ({ kind }) => kind.part === part && (kind.of === undefined) === isOfAccount,
  );
  const [name, field] =
    Object.entries(screen?.kind.fields ?? {}).find(
      ([name, field]) => (field.stored ?? name) === stored,
    ) ?? [];
  if (screen === undefined || field === undefined) return null;
  const label = findText(`${screen.prefix}.${name}`);
  if (label === null) return null;
  const section = screen.sections.find(({ fields }) => fields.includes(name ?? ""))?.id;
  // The installation has all its settings in one row, so the section says more than the page.
  const title = isOfAccount || section === undefined ? "title" : `group.${section}`;
  const end = [`${label.charAt(0).toLowerCase()}${label.slice(1)}`, rest.join(".")];
  const start = [textById(`${screen.prefix}.${title}`), ...end.filter(Boolean)].join(": ");
  return field.type === "integer" && field.unit === "s"
    ? findText("audit.ms", { name: start })
    : start;
}

import type { CannedReply } from "@parlour/protocol/api";
import { unknownVariable } from "@parlour/protocol/writing";
import { t } from "./text.ts";

/** Form values of a quick reply (API-048). */
export interface ReplyFormValues {
  shortcut: string;
  text: string;
  folder: string;
  language: string;
  scope: CannedReply["scope"];
  /** Id as text. "": none chosen. */
  department: string;
}

export const replyLabels = () => ({
  shortcut: t("replies.shortcut"),
  text: t("replies.text"),
  folder: t("replies.folder"),
  language: t("replies.language"),
  scope: t("reply.who"),
  department: t("reply.department"),
});

export const newReply = (scope: CannedReply["scope"]): ReplyFormValues => ({
  shortcut: "",
  text: "",
  folder: "",
  language: "",
  scope,
  department: "",
});

export function valuesOf({ shortcut, text, folder, language, scope, department_id: department }: CannedReply): ReplyFormValues {
  return { shortcut, text, folder, language, scope, department: department === null ? "" : String(department) };
}

export function checkReply(values: ReplyFormValues): Partial<Record<keyof ReplyFormValues, string>> {
  const { shortcut, text, folder, language, scope, department } = values;
  const unknown = unknownVariable(text);
  return {
    ...((!/^[^/\s]\S*$/u.test(shortcut.trim()) || Array.from(shortcut.trim()).length > 50) && { shortcut: t("reply.shortcut.missing") }),
    ...((text.trim() === "" || Array.from(text).length > 4000) && { text: t("reply.text.missing") }),
    ...(unknown !== null && { text: t("reply.text.unknown", { name: unknown }) }),
    ...(Array.from(folder).length > 100 && { folder: t("reply.folder.long") }),
    ...(!/^$|^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u.test(language.trim()) && { language: t("reply.language.form") }),
    ...(scope === "department" && department === "" && { department: t("reply.department.missing") }),
  };
}

/**
 * Returns the request body: the changed fields, or all fields of a new reply (`changed` is null).
 */
export function bodyOf(values: ReplyFormValues, changed: readonly (keyof ReplyFormValues)[] | null): Record<string, unknown> {
  const sent = (...keys: (keyof ReplyFormValues)[]) => changed === null || keys.some((key) => changed.includes(key));
  const isDepartments = values.scope === "department";
  return {
    ...(sent("shortcut") && { shortcut: values.shortcut.trim() }),
    ...(sent("text") && { text: values.text }),
    ...(sent("folder") && { folder: values.folder }),
    ...(sent("language") && { language: values.language.trim() }),
    ...(sent("scope", "department") && { scope: values.scope, department_id: isDepartments ? Number(values.department) : null }),
  };
}

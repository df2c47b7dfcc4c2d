import type { CannedReply } from "@parlour/protocol/api";
import { findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import { t } from "./text.ts";

/** Form values of a quick reply (API-048). */
export interface ReplyFormValues {
  shortcut: string;
  text: string;
  folder: string;
  language: string;
  scope: CannedReply["scope"];
  /** Department id as text. Empty if none is chosen. */
  department: string;
}

export const getReplyLabels = () => ({
  shortcut: t("replies.shortcut"),
  text: t("replies.text"),
  folder: t("replies.folder"),
  language: t("replies.language"),
  scope: t("reply.who"),
  department: t("reply.department"),
});

export const createEmptyReply = (scope: CannedReply["scope"]): ReplyFormValues => ({
  shortcut: "",
  text: "",
  folder: "",
  language: "",
  scope,
  department: "",
});

export function toFormValues({
  shortcut,
  text,
  folder,
  language,
  scope,
  department_id: department,
}: CannedReply): ReplyFormValues {
  return {
    shortcut,
    text,
    folder,
    language,
    scope,
    department: department === null ? "" : String(department),
  };
}

export function validateReply(
  values: ReplyFormValues,
): Partial<Record<keyof ReplyFormValues, string>> {
  const { shortcut, text, folder, language, scope, department } = values;
  const unknownName = findUnknownVariable(text);
  return {
    ...((!/^[^/\s]\S*$/u.test(shortcut.trim()) || Array.from(shortcut.trim()).length > 50) && {
      shortcut: t("reply.shortcut.missing"),
    }),
    ...((text.trim() === "" || Array.from(text).length > 4000) && {
      text: t("reply.text.missing"),
    }),
    ...(unknownName !== null && { text: t("reply.text.unknown", { name: unknownName }) }),
    ...(Array.from(folder).length > 100 && { folder: t("reply.folder.long") }),
    ...(!/^$|^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/u.test(language.trim()) && {
      language: t("reply.language.form"),
    }),
    ...(scope === "department" &&
      department === "" && { department: t("reply.department.missing") }),
  };
}

/**
 * Returns the request body. It contains the changed fields, or all fields of a new reply (`changed`
 * is null).
 */
export function toRequestBody(
  values: ReplyFormValues,
  changed: readonly (keyof ReplyFormValues)[] | null,
): Record<string, unknown> {
  const isSent = (...keys: (keyof ReplyFormValues)[]) =>
    changed === null || keys.some((key) => changed.includes(key));
  const isForDepartment = values.scope === "department";
  return {
    ...(isSent("shortcut") && { shortcut: values.shortcut.trim() }),
    ...(isSent("text") && { text: values.text }),
    ...(isSent("folder") && { folder: values.folder }),
    ...(isSent("language") && { language: values.language.trim() }),
    ...(isSent("scope", "department") && {
      scope: values.scope,
      department_id: isForDepartment ? Number(values.department) : null,
    }),
  };
}

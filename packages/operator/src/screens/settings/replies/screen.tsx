import type { CannedReply } from "@parlour/protocol/api";
import { omitAbsent } from "@parlour/protocol/omit-absent";
import { findUnknownVariable } from "@parlour/protocol/api/writing-limits";
import { cannedReply } from "@parlour/protocol/settings/kinds/canned-reply";
import { IconMessage2Bolt } from "@tabler/icons-react";
import { can } from "../../../state/session.tsx";
import type { FormValues } from "../kit/kind/form-values.ts";
import { getLoadedFields } from "../../../ui/fields/use-fields.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { DepartmentControl, ScopeControl, TextControl } from "./reply-controls.tsx";
import { ReplyPreview } from "./ReplyPreview.tsx";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";

/** Settings → Quick replies (API-048). Only managers of the account share replies with others. */
export const replyScreen = kindScreen<CannedReply>()({
  kind: cannedReply,
  prefix: "reply",
  t,
  icon: IconMessage2Bolt,
  page: "replies",
  labels: listFields(["import.file", "replies.find", "reply.preview"]),
  sections: [
    { id: "reply", fields: ["shortcut", "text", "folder", "language"] },
    { fields: ["scope", "department_id"] },
    { fields: ["for_agents"] },
  ],
  controls: { text: TextControl, scope: ScopeControl, department_id: DepartmentControl },
  isShown: (name, { scope }) => name !== "for_agents" || scope !== "own",
  nameField: "shortcut",
  nameOf: ({ shortcut }) => `/${shortcut}`,
  newValues: (me) => ({ scope: can(me, "account.manage") ? "account" : "own" }),
  findErrors: findReplyErrors,
  readOnly: ({ scope }, me) =>
    can(me, "chats.answer") && (can(me, "account.manage") || scope === "own")
      ? null
      : t("reply.shared"),
  preview: (form) => <ReplyPreview text={form.values["text"] as string} />,
});

/** Returns errors that no field can declare: unknown variables, a scope without its department. */
export function findReplyErrors(values: FormValues): Readonly<Record<string, string>> {
  const name = findUnknownVariable(values["text"] as string, getLoadedFields());
  const lacksDepartment = values["scope"] === "department" && values["department_id"] === null;
  return omitAbsent({
    text: name === null ? undefined : t("reply.text.unknown", { name }),
    department_id: lacksDepartment ? t("reply.department_id.missing") : undefined,
  });
}

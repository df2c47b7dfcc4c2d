import type { Field } from "@parlour/protocol/api";
import { field } from "@parlour/protocol/settings/kinds/chats/field";
import { IconForms } from "@tabler/icons-react";
import { textById } from "../../../text/index.ts";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { t } from "./text.ts";

/** Settings → Fields (FLD-001). Object, key and kind are chosen once. */
export const fieldScreen = kindScreen<Field>()({
  kind: field,
  prefix: "field",
  t,
  icon: IconForms,
  sections: [
    { id: "field", fields: ["name", ["object", "kind"], "key", "options", "help"] },
    { id: "use", fields: ["edit_roles", "sources", "required"] },
  ],
  isShown: (name, { kind }) => name !== "options" || hasOptions(kind),
  findErrors: ({ kind, options }) =>
    hasOptions(kind) && String(options).trim() === ""
      ? { options: t("field.options.missing") }
      : {},
  newValues: () => ({ object: "visitor", kind: "text" }),
  columns: () => [
    { head: t("field.key"), cell: ({ object, key }) => <code>{`${object}.${key}`}</code> },
    { head: t("field.kind"), cell: ({ kind }) => textById(`field.kind.${kind}`) },
    {
      head: t("field.sources"),
      cell: ({ sources }) => sources.map((name) => textById(`field.sources.${name}`)).join(", "),
    },
  ],
  about: (stored) => (stored === null ? undefined : t(`field.about.${stored.object}`)),
});

const hasOptions = (kind: unknown): boolean => kind === "one_of" || kind === "several_of";

import type { Macro } from "@parlour/protocol/api";
import { macro } from "@parlour/protocol/settings/kinds/chats/macro";
import { IconBolt } from "@tabler/icons-react";
import { can } from "../../../state/session.tsx";
import { findActionsError } from "../../../ui/actions/find-error.ts";
import { AudienceControl, AudienceName } from "../audience/AudienceControl.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { listFields } from "../kit/setting-field.ts";
import { ActionsControl } from "./ActionsControl.tsx";
import { t } from "./text.ts";

/** Settings → Macros (ACT-020). Only managers of the account change shared macros. */
export const macroScreen = kindScreen<Macro>()({
  kind: macro,
  prefix: "macro",
  t,
  icon: IconBolt,
  sections: [{ fields: [["name", "shared"]] }, { id: "actions", fields: ["do"] }],
  controls: { do: ActionsControl, shared: AudienceControl },
  labels: listFields(["actions.add"]),
  newValues: () => ({ do: [] }),
  findErrors: (values) => findActionsError(values["do"]),
  readOnly: ({ shared }, me) =>
    shared === "me" || can(me, "account.manage") ? null : t("macro.shared.foreign"),
  columns: () => [
    { head: t("macro.shared"), cell: ({ shared }) => <AudienceName shared={shared} /> },
    { head: t("macro.do"), cell: (row) => t("macro.actions", { n: row.do.length }) },
  ],
});

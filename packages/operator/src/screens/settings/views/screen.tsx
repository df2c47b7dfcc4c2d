import type { View } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { view } from "@parlour/protocol/settings/kinds/chats/view";
import { IconLayoutList } from "@tabler/icons-react";
import { can } from "../../../state/session.tsx";
import { findConditionError } from "../../../ui/conditions/edit-tree.ts";
import { getLoadedFacts } from "../../../ui/conditions/use-fact-catalogue.ts";
import { AudienceControl, AudienceName } from "../audience/AudienceControl.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { listFields } from "../kit/setting-field.ts";
import { t } from "./text.ts";
import { ColumnsControl } from "./view-controls.tsx";
import { ConditionControl } from "./ConditionControl.tsx";
import "./views.css";

/** Settings → Views (VIEW-001). Only managers of the account change shared views. */
export const viewScreen = kindScreen<View>()({
  kind: view,
  prefix: "savedview",
  t,
  icon: IconLayoutList,
  sections: [
    { fields: ["name", ["shared", "order"]] },
    { id: "chats", fields: ["if"] },
    { fields: ["columns"] },
  ],
  controls: { if: ConditionControl, shared: AudienceControl, columns: ColumnsControl },
  labels: listFields(["conditions.add", "savedview.columns.add"]),
  newValues: () => ({ if: { all: [] } }),
  findErrors: (values) => findConditionError(values["if"] as Condition, getLoadedFacts("chat")),
  readOnly: ({ shared }, me) =>
    shared === "me" || can(me, "account.manage") ? null : t("savedview.shared.foreign"),
  columns: () => [
    { head: t("savedview.shared"), cell: ({ shared }) => <AudienceName shared={shared} /> },
  ],
});

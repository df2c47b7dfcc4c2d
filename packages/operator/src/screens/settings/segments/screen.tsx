import type { Segment } from "@parlour/protocol/api";
import type { Condition } from "@parlour/protocol/conditions/condition";
import { segment } from "@parlour/protocol/settings/kinds/people/segment";
import { IconUsersGroup } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { can, useCurrentOperator } from "../../../state/session.tsx";
import { findConditionError } from "../../../ui/conditions/edit-tree.ts";
import { getLoadedFacts } from "../../../ui/conditions/use-fact-catalogue.ts";
import { AudienceControl, AudienceName } from "../audience/AudienceControl.tsx";
import { kindScreen } from "../kit/kind/kind-screen.ts";
import { listFields } from "../kit/setting-field.ts";
import { VisitorConditionControl } from "../views/ConditionControl.tsx";
import { t } from "./text.ts";
import "../views/views.css";

/** Settings → Segments (SEG-001). Only managers of the account change shared segments. */
export const segmentScreen = kindScreen<Segment>()({
  kind: segment,
  prefix: "segment",
  t,
  icon: IconUsersGroup,
  sections: [{ fields: [["name", "shared"]] }, { id: "visitors", fields: ["if"] }],
  controls: { if: VisitorConditionControl, shared: AudienceControl },
  labels: listFields(["conditions.add"]),
  newValues: () => ({ if: { all: [] } }),
  findErrors: (values) => findConditionError(values["if"] as Condition, getLoadedFacts("visitor")),
  readOnly: ({ shared }, me) =>
    shared === "me" || can(me, "account.manage") ? null : t("segment.shared.foreign"),
  columns: () => [
    { head: t("segment.shared"), cell: ({ shared }) => <AudienceName shared={shared} /> },
    { head: t("segment.write"), cell: ({ id }) => <WriteLink segment={id} /> },
  ],
});

/** Link to a new broadcast to the visitors of a segment. */
function WriteLink({ segment }: { segment: number }) {
  return (
    can(useCurrentOperator(), "broadcasts.manage") && (
      <Link to="/settings/$" params={{ _splat: "broadcasts/new" }} hash={String(segment)}>
        {t("segment.write.do")}
      </Link>
    )
  );
}

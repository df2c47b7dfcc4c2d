import { useParams } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import { parseId } from "../../ui/address/parse-id.ts";
import { NotFoundScreen } from "../../ui/loading/NotFoundScreen.tsx";
import "../../ui/form/page.css";
import { DeliveryLog } from "./deliveries/DeliveryLog.tsx";
import { Inspector } from "./inspector/Inspector.tsx";
import "./delivery-log.css";
import { Tests } from "./tests/Tests.tsx";

/**
 * Renders `/integrations/deliveries/<id?>`, `/integrations/inspector` and `/integrations/tests`.
 */
export function Screen() {
  // Re-renders this screen when the language changes.
  usePreferences();
  const [name = "", part, more] = (useParams({ strict: false })._splat ?? "")
    .replace(/\/+$/, "")
    .split("/");
  if (name === "inspector" && part === undefined) return <Inspector />;
  if (name === "tests" && part === undefined) return <Tests />;
  if (
    (name !== "" && name !== "deliveries") ||
    more !== undefined ||
    (part !== undefined && parseId(part) === null)
  )
    return <NotFoundScreen />;
  return <DeliveryLog openId={parseId(part)} />;
}

import { useParams } from "@tanstack/react-router";
import { usePreferences } from "../../state/preferences.ts";
import { idOf } from "../../ui/address-id.ts";
import { LostScreen } from "../../ui/LostScreen.tsx";
import "../settings/page.css";
import { DeliveryLog } from "./DeliveryLog.tsx";
import { Inspector } from "./Inspector.tsx";
import "./delivery-log.css";
import { Tests } from "./Tests.tsx";

/**
 * Renders `/integrations/deliveries/<id?>`, `/integrations/inspector` and `/integrations/tests`.
 */
export function Screen() {
  // Renders everything again after the language changed.
  usePreferences();
  const [name = "", part, more] = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "").split("/");
  if (name === "inspector" && part === undefined) return <Inspector />;
  if (name === "tests" && part === undefined) return <Tests />;
  if ((name !== "" && name !== "deliveries") || more !== undefined || (part !== undefined && idOf(part) === null)) return <LostScreen />;
  return <DeliveryLog openId={idOf(part)} />;
}

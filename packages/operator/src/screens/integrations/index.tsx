import { useParams } from "@tanstack/react-router";
import { usePreferences } from "../../state/preferences.ts";
import { LostScreen } from "../../app/Fallbacks.tsx";
import "../settings/page.css";
import { Deliveries } from "./Deliveries.tsx";
import { Inspector } from "./Inspector.tsx";
import "./ledger.css";

/** `/integrations/deliveries/<id?>`, `/integrations/inspector`. */
export function Screen() {
  // Draws all below again in another language.
  usePreferences();
  const [name = "", part, more] = (useParams({ strict: false })._splat ?? "").replace(/\/+$/, "").split("/");
  if (name === "inspector" && part === undefined) return <Inspector />;
  if ((name !== "" && name !== "deliveries") || more !== undefined || (part !== undefined && !/^[1-9]\d{0,15}$/.test(part)))
    return <LostScreen />;
  return <Deliveries openId={part === undefined ? null : Number(part)} />;
}

import { useLocation } from "@tanstack/react-router";
import { usePreferences } from "../../state/preferences.ts";
import { AcceptLink } from "./AcceptLink.tsx";
import { SignIn } from "./SignIn.tsx";

/** `/signin`, `/invite/<token>`, `/reset/<token>`. */
export function Screen() {
  // Draws all below again in another language.
  usePreferences();
  const path = useLocation({ select: (location) => location.pathname });
  const link = /^\/(invite|reset)\/([^/]+)\/?$/.exec(path);
  if (link?.[2] !== undefined) return <AcceptLink kind={link[1] === "reset" ? "reset" : "invite"} token={link[2]} />;
  return <SignIn />;
}

import { useLocation } from "@tanstack/react-router";
import { usePreferences } from "../../state/preferences.ts";
import { AcceptLink } from "./AcceptLink.tsx";
import { Forgot } from "./Forgot.tsx";
import { OidcReturn } from "./OidcReturn.tsx";
import { Secure } from "./Secure.tsx";
import { SignIn } from "./SignIn.tsx";

/** `/signin`, `/signin/oidc`, `/forgot`, `/secure`, `/invite/<token>`, `/reset/<token>`. */
export function Screen() {
  // Draws all below again in another language.
  usePreferences();
  const path = useLocation({ select: (location) => location.pathname });
  const link = /^\/(invite|reset)\/([^/]+)\/?$/.exec(path);
  if (link?.[2] !== undefined) return <AcceptLink kind={link[1] === "reset" ? "reset" : "invite"} token={link[2]} />;
  if (path.startsWith("/signin/oidc")) return <OidcReturn />;
  if (path.startsWith("/forgot")) return <Forgot />;
  if (path.startsWith("/secure")) return <Secure />;
  return <SignIn />;
}

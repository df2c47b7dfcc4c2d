import { useLocation } from "@tanstack/react-router";
import { usePreferences } from "../../state/browser/preferences.ts";
import { AcceptLink } from "./AcceptLink.tsx";
import { ForgotPassword } from "./ForgotPassword.tsx";
import { OidcReturn } from "./oidc/OidcReturn.tsx";
import { SetUpSecondFactor } from "./SetUpSecondFactor.tsx";
import { SignIn } from "./SignIn.tsx";

/**
 * `/signin`, `/signin/oidc`, `/forgot`, `/secure`, `/invite#<token>`, `/reset#<token>`. Older links
 * have the token in the path.
 */
export function Screen() {
  // Renders again when the language changes.
  usePreferences();
  const { pathname: path, hash } = useLocation();
  const link = /^\/(invite|reset)(?:\/([^/]*))?\/?$/.exec(path);
  if (link)
    return <AcceptLink kind={link[1] === "reset" ? "reset" : "invite"} token={link[2] || hash} />;
  if (path.startsWith("/signin/oidc")) return <OidcReturn />;
  if (path.startsWith("/forgot")) return <ForgotPassword />;
  if (path.startsWith("/secure")) return <SetUpSecondFactor />;
  return <SignIn />;
}

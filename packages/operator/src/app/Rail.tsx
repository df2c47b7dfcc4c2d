import { IconInbox, IconPlugConnected, IconSettings } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { may, useMe } from "../state/session.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Brand } from "../ui/marks.tsx";
import { t } from "./text.ts";

/** The way between screens: 56 px at the side, a bar at the foot below 720 px. */
export function Rail() {
  const me = useMe();
  return (
    <nav className="rail" aria-label={t("app.main")}>
      <span className="brand"><Brand label={t("app.name")} /></span>
      <ul>
        <li><Link className="to" to="/inbox/$view/{-$chat}" params={{ view: "all" }} title={`${t("nav.inbox")}  G I`}><Icon of={IconInbox} /><span className="name">{t("nav.inbox")}</span></Link></li>
        {may(me, "integrations") && <li className="desk"><Link className="to" to="/integrations/$" params={{ _splat: "" }} title={`${t("nav.integrations")}  G D`}><Icon of={IconPlugConnected} /><span className="name">{t("nav.integrations")}</span></Link></li>}
        {may(me, "settings") && <li className="desk"><Link className="to" to="/settings/$" params={{ _splat: "" }} title={`${t("nav.settings")}  G S`}><Icon of={IconSettings} /><span className="name">{t("nav.settings")}</span></Link></li>}
      </ul>
    </nav>
  );
}

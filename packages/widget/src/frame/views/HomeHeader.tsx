// oxlint-disable jsx-a11y/prefer-tag-over-role -- a face may be initials, which no image element holds.
import { getAccountText } from "../text/account-text.ts";
import { getTeamText } from "../team.ts";
import { Avatar } from "./conversation/Avatar.tsx";
import css from "./home-header.css?inline";
import { Icon } from "./Icon.tsx";
import { Logo } from "./Logo.tsx";
import { addStyles } from "./styles.ts";
import type { ViewProps } from "./view-props.ts";

addStyles(css);

/**
 * The header before the first message: photos, who is available, and when the visitor can expect an
 * answer (WG-113).
 */
export function HomeHeader({ model, actions, t }: ViewProps) {
  const { face, situation } = model;
  if (situation === null) return null;
  const { sentence, detail: more } = getTeamText(
    situation,
    getAccountText(face, t.language, "greeting") === "" ? "" : t("hello"),
    t,
  );
  const { team } = situation;
  const agents = team?.agents ?? [];
  const isAvailable = situation.mode === "online" && !team?.bot;
  const others = isAvailable && agents.length > 0 ? (team?.available ?? 0) - agents.length : 0;
  return (
    <div class="pw-hello">
      <div class={isAvailable ? "pw-faces is-online" : team?.bot ? "pw-faces" : "pw-faces is-away"}>
        {team?.bot ? (
          <span class="pw-av pw-av--bot">
            <Icon name="bot" />
          </span>
        ) : agents.length === 0 ? (
          <Logo face={face} />
        ) : (
          agents.map((one) => (
            <span key={one.name} role="img" aria-label={one.name}>
              <Avatar {...one} actions={actions} />
            </span>
          ))
        )}
        {others > 0 ? (
          <span class="pw-faces__more">+{new Intl.NumberFormat(t.language).format(others)}</span>
        ) : null}
      </div>
      <div aria-live="polite">
        <p class="pw-hello__team">{sentence}</p>
        <p class="pw-hello__when">{more}</p>
      </div>
    </div>
  );
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- WAI-ARIA pattern without an HTML element of its own.
import { Avatar } from "./conversation/Avatar.tsx";
import css from "./invitation.css?inline";
import { RichText } from "./links/RichText.tsx";
import { addStyles } from "./styles.ts";
import type { ViewProps } from "./view-props.ts";

addStyles(css);

/**
 * An invitation, shown as a system message (WG-060). It is plain text, is announced once and does
 * not take the focus.
 */
export function InvitationMessage({ model, actions }: ViewProps) {
  const { invitation, face } = model;
  if (invitation === null) return null;
  const name = invitation.agent?.name ?? face.name;
  return (
    <div role="status">
      <ol class="pw-log pw-invited">
        <li class="pw-grp">
          <Avatar name={name} photo={invitation.agent?.photo ?? ""} actions={actions} />
          <p class="pw-grp__by">
            <b>
              <bdi>{name}</bdi>
            </b>
          </p>
          <div class="pw-grp__msgs">
            <div class="pw-b" dir="auto">
              <RichText text={invitation.text} />
            </div>
          </div>
        </li>
      </ol>
    </div>
  );
}

// oxlint-disable jsx-a11y/prefer-tag-over-role -- the icon is an inline SVG, not an <img>.
import type { Chat } from "@parlour/protocol";
import { Icon } from "../Icon.tsx";
import { getKindLabel } from "./channel-kinds.ts";

/** Shows the name of a channel after the icon of its kind. */
export function ChannelLabel({ channel: { kind, name } }: { channel: Chat["channel"] }) {
  const label = getKindLabel(kind);
  return (
    <>
      <span role="img" className="channelkind" aria-label={label.name()} title={label.name()}>
        <Icon of={label.icon} small />
      </span>
      <bdi>{name}</bdi>
    </>
  );
}
